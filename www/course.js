// What the example course page does with its runs: buttons that go to a moment, and what a run says, in the page's words.
const run = (id) => document.getElementById(id);

for (const group of document.querySelectorAll("[data-for]")) {
  group.addEventListener("click", (event) => {
    const to = event.target.dataset.to;
    if (to) run(group.dataset.for).seek(to);
  });
}

for (const line of document.querySelectorAll("[data-verdict]")) {
  let verdict = { duplicates: 0 };
  const say = (text) => {
    if (line.textContent !== text) line.textContent = text;
  };
  run(line.dataset.verdict).addEventListener("verdict", (event) => (verdict = event.detail));
  // While it plays, numbers change all the time: they are told when it stands.
  run(line.dataset.verdict).addEventListener("step", ({ detail: { step, steps, playing } }) => {
    if (!playing) setTimeout(() => say(`Step ${step} of ${steps}: ${verdict.duplicates} rows stand twice in the ledger.`), 200);
  });
}

for (const line of document.querySelectorAll("[data-answers]")) {
  let [right, all] = [0, 0];
  run(line.dataset.answers).addEventListener("answer", ({ detail }) => {
    all += 1;
    if (detail.correct) right += 1;
    line.textContent = `${right} of ${all} right. The last question: ${detail.question}`;
  });
}
