// Defines <barrier-scope>: a run of Barrierscope in a page of your own. docs/embedding.md says what each attribute means.
//
//   <script src="barrierscope/embed.js" defer></script>
//   <barrier-scope scenario="03-two-phase" at="crash"></barrier-scope>
//
// It is a frame that shows the page beside this script; the page in it does all the work, and the frame works as well when
// nothing here hears what it says. What the two say to each other are objects with the version in `barrierscope` and what
// they are in `type`. Only the element's own frame is heard, and only from the origin that this script came from.
"use strict";
(() => {
  const VERSION = 1;
  // A script that was loaded as a module does not know itself: then it is looked for by its name.
  const script = document.currentScript ?? document.querySelector('script[src*="embed.js"]');
  // Beside this script, or in the folder `site` beside it: the build writes the other one.
  const PAGE = "index.html";
  const here = new URL(script?.src || "embed.js", document.baseURI);
  // In a sandbox, and in a file, no page has an origin, and the frame has none, either: the frame alone is known then.
  const isNobody = self.origin === "null";
  const origin = isNobody || here.origin === "null" ? "null" : here.origin;
  const target = origin === "null" ? "*" : origin;

  /** Attributes that go into the frame's address as they are. */
  const PASSED = ["from", "to", "at", "autoplay", "controls", "panels"];
  /** Messages from the frame; each is an event of the element with its fields as `detail`. */
  const HEARD = ["ready", "size", "step", "verdict", "answer", "error"];
  /** Until the frame has said how high it is. */
  const FIRST_HEIGHT = 560;
  const HEIGHT_MAX = 10_000;

  class BarrierScope extends HTMLElement {
    static observedAttributes = ["scenario", "run", ...PASSED, "theme", "lang", "height", "title"];

    #frame = null;
    /** What is to be said when the frame is there. */
    #waiting = [];
    #isReady = false;
    #isDue = false;
    /** A scenario of one's own: on its way to this page ("coming"), here, or on its way to the frame ("sent"). */
    #own = null;
    /** Its height, and the width at which it was that. */
    #height = 0;
    #width = 0;
    /** Counts the addresses: a scenario that comes late is not put into a frame that shows something else by then. */
    #turn = 0;

    constructor() {
      super();
      // What stands between the tags is for whoever has no script; the frame takes its place.
      this.attachShadow({ mode: "open" });
    }

    connectedCallback() {
      addEventListener("message", this.#hear);
      if (getComputedStyle(this).display === "inline") this.style.display = "block";
      this.#renew();
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      this.#frame?.remove();
      this.#frame = null;
      this.#isReady = false;
      this.#waiting = [];
      this.#turn++;
    }

    attributeChangedCallback(name, before, now) {
      if (!this.#frame || before === now) return;
      if (name === "height" || name === "title") return this.#fit();
      // Several attributes at once are one new address.
      if (!this.#isDue) {
        this.#isDue = true;
        // What was asked of the run before; what is asked from now on is for the new one.
        this.#waiting = [];
        queueMicrotask(() => {
          this.#isDue = false;
          if (this.isConnected) this.#renew();
        });
      }
    }

    /** Plays on. */
    play() {
      this.#say({ type: "play" });
    }

    /** Stands still. */
    pause() {
      this.#say({ type: "pause" });
    }

    /** Goes to a moment: a step, or what `at` may say. */
    seek(to) {
      this.#say({ type: "seek", to });
    }

    /** Another run: `{ scenario }` or `{ run }`, and if wanted `from`, `to`, `at` and `autoplay`. */
    load(what) {
      this.#say({ ...what, type: "load" });
    }

    /** Makes the frame anew, for what the attributes say now. */
    #renew() {
      const turn = ++this.#turn;
      this.#isReady = false;
      this.#height = 0;
      this.#frame?.remove();
      const frame = document.createElement("iframe");
      frame.loading = "lazy";
      frame.allow = "clipboard-write";
      frame.style.cssText = "display: block; width: 100%; border: 0";
      const scenario = this.getAttribute("scenario")?.trim() ?? "";
      const isOwn = scenario.startsWith("{") || /\.json($|[?#])/.test(scenario);
      frame.src = this.#address(isOwn);
      this.#frame = frame;
      this.#fit();
      this.shadowRoot.replaceChildren(frame);
      this.#own = isOwn ? "coming" : null;
      if (isOwn) {
        this.#fetched(scenario).then(
          (found) => turn === this.#turn && this.#first({ type: "load", scenario: found, ...this.#span() }),
          (problem) => {
            if (turn !== this.#turn) return;
            this.#waiting = [];
            this.#first({ type: "load", problem: `${scenario.slice(0, 80)}: ${problem.message}` });
            this.#fail("scenario", "syntax", `${scenario.slice(0, 80)}: ${problem.message}`);
          },
        );
      }
    }

    /** What the frame is told before anything else. */
    #first(message) {
      this.#waiting.unshift({ ...message, barrierscope: VERSION });
      this.#own = "here";
      if (this.#isReady) this.#flush();
    }

    #flush() {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const message of waiting) this.#post(message);
      if (this.#own === "here") this.#own = "sent";
    }

    /** A scenario that is not a preset: in the attribute itself, or in a file. */
    async #fetched(scenario) {
      if (scenario.startsWith("{")) return scenario;
      const answer = await fetch(new URL(scenario, document.baseURI));
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      return answer.text();
    }

    #span() {
      const span = {};
      for (const name of ["from", "to", "at"]) if (this.hasAttribute(name)) span[name] = this.getAttribute(name);
      if (this.hasAttribute("autoplay")) span.autoplay = !/^(0|false)$/.test(this.getAttribute("autoplay"));
      return span;
    }

    /** The frame's address. What the page cannot read in it, it says itself. */
    #address(waits) {
      const address = new URL(PAGE, here);
      const asked = new URLSearchParams([["embed", "1"]]);
      for (const name of PASSED) {
        // The moments of a scenario that is on its way are named when it is there.
        const isLater = waits && ["from", "to", "at", "autoplay"].includes(name);
        if (this.hasAttribute(name) && !isLater) asked.set(name, this.getAttribute(name));
      }
      // Its own language as it is written; that of the page around it only if it is one.
      const around = this.parentElement?.closest("[lang]")?.lang;
      const lang = this.getAttribute("lang") ?? (/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(around) ? around : null);
      if (lang) asked.set("lang", lang);
      if (this.hasAttribute("theme")) asked.set("theme", this.getAttribute("theme"));
      address.search = asked;
      const [scenario, run] = [this.getAttribute("scenario"), this.getAttribute("run")];
      // Of a run a person may have copied the whole link, its end, or what stands behind `run=`; or a link to a preset.
      const end = (run ?? "").trim().replace(/^[^#]*#/, "");
      if (waits) address.hash = "wait";
      else if (run) address.hash = end.startsWith("preset=") ? end : `run=${end.replace(/^run=/, "")}`;
      else if (scenario) address.hash = `preset=${scenario.trim()}`;
      return address.href;
    }

    /** A height that the page was given stays. Else it is what the frame needs. */
    #fit() {
      const given = Number(/^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(this.getAttribute("height") ?? "")?.[1] ?? 0);
      this.#frame.style.height = `${given > 0 ? Math.min(given, HEIGHT_MAX) : this.#height || FIRST_HEIGHT}px`;
      this.#frame.title = this.getAttribute("title") ?? this.#frame.dataset.title ?? "Barrierscope";
    }

    #say(what) {
      const message = { ...what, barrierscope: VERSION };
      if (this.#isReady && this.#own !== "coming" && !this.#isDue) this.#post(message);
      else this.#waiting.push(message);
    }

    /** What cannot be sent stops nothing that stands behind it. */
    #post(message) {
      try {
        this.#frame?.contentWindow?.postMessage(message, target);
      } catch (problem) {
        this.#fail("message", "wrong_type", problem.message);
      }
    }

    #hear = (event) => {
      const { data } = event;
      if (!this.#frame || event.source !== this.#frame.contentWindow || event.origin !== origin) return;
      if (data?.barrierscope !== VERSION || !HEARD.includes(data.type)) return;
      // Whatever it says, it hears by now.
      if (data.type === "ready" || data.type === "error") {
        const isOwn = data.type === "ready" && this.#own === "sent";
        const isFirst = !this.#isReady;
        this.#isReady = true;
        if (isFirst && this.#own !== "coming") this.#flush();
        if (isOwn || (data.type === "error" && !isFirst && this.#own === "sent")) this.#own = null;
      }
      // Until one's own scenario is there, what the frame has on its stage is nobody's.
      if (this.#own && ["ready", "step", "verdict"].includes(data.type)) return;
      if (data.type === "ready") {
        if (data.title) this.#frame.dataset.title = `Barrierscope: ${data.title}`;
        this.#fit();
      }
      if (data.type === "size" && data.height > 0 && data.height < HEIGHT_MAX) {
        // It grows with what it shows. It shrinks only at another width: a page that jumps up and down is not to be read.
        const isSame = this.#width === this.#frame.clientWidth;
        this.#width = this.#frame.clientWidth;
        this.#height = isSame ? Math.max(this.#height, data.height) : data.height;
        this.#fit();
      }
      if (data.type === "error") for (const { path, message } of data.errors ?? []) console.warn(`<barrier-scope> ${path}: ${message}`);
      this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
    };

    /** Something went wrong on this side: it is told in the same way. */
    #fail(path, code, message) {
      console.warn(`<barrier-scope> ${path}: ${message}`);
      const detail = { barrierscope: VERSION, type: "error", errors: [{ path, code, message }] };
      this.dispatchEvent(new CustomEvent("error", { detail }));
    }
  }

  // A second script of the same name changes nothing.
  if (!customElements.get("barrier-scope")) customElements.define("barrier-scope", BarrierScope);
})();
