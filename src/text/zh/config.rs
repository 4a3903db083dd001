//! The words around settings as code, in Chinese.

use crate::text::config::ConfigWords;
use crate::view::config::{Place, Unsaid};

pub(super) const CONFIG: ConfigWords = ConfigWords {
    hint: "在 Flink 和 Kafka 中实现同样设置的代码行。没有列出的在那里取默认值。",
    copy: "复制",
    copied: "已复制",
    not_copied: "请选中这些行手动复制",
    unsaid_head: "在那里无法表达的",
    place: |place| match place {
        Place::FlinkConfig => "Flink，config.yaml",
        Place::FlinkJob => "Flink，作业代码中",
        Place::Consumer => "Kafka，消费者属性",
    },
    unsaid: |unsaid| match unsaid {
        Unsaid::StateInMemory(name) => {
            format!("{name} 只把状态放在内存里：在 Flink 中自己定义的字段会这样，托管状态绝不会。")
        }
        Unsaid::StateOnDisk(name) => {
            format!("{name} 把状态放在本地磁盘上：Flink 的本地状态只是副本，恢复以检查点为准。")
        }
        Unsaid::CheckpointAtOffset => "在指定偏移量处做检查点：Flink 的检查点按时间触发。".into(),
        Unsaid::OffsetOnItsOwn(name) => {
            format!("{name} 从单独提交的偏移量继续读取：Flink 的数据源从检查点中的偏移量继续。")
        }
        Unsaid::Destination(name) => {
            format!("{name}：在那里第二次写入会怎样，取决于它的表和语句，而不是某项设置。")
        }
        Unsaid::Faults => "故障、处理时间和容量是作业遇到的情况，而不是它的设置。".into(),
    },
};
