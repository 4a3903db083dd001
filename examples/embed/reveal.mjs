// A run plays while its slide is shown. A file of its own, so that a strict policy lets it run.
const all = (slide, what) => slide?.querySelectorAll("barrier-scope").forEach((run) => run[what]());

await Reveal.initialize({ hash: true });
Reveal.on("slidechanged", ({ currentSlide, previousSlide }) => {
  all(previousSlide, "pause");
  all(currentSlide, "play");
});
