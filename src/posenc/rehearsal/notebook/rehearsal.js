// The front end of the rehearsal. Python decides everything; this module paints a view and sends what was done.
//
// view.blocks   [style, HTML] pairs; the HTML was escaped by Python, formulas are MathML
// view.buttons  label, key, do, value, takes ("words" or "ticks" go along); a digit or letter presses one
// view.clock    seconds left when it was sent; from there the browser counts down by itself
//
// Nothing is kept in the widget's state: a refresh asks Python for the view again.

const KERNEL_PATIENCE = 4000; // ms
const AMBER = 0.25; // of the time left
const RED = 0.1;

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// ---------------------------------------------------------------- the clock

function face(seconds) {
  const whole = Math.abs(Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** What the time left is called: the words say it too, not the colour alone. */
export function tone(left, total) {
  if (left <= 0) return ["red", "time is up, finish your thought"];
  if (left <= RED * total) return ["red", "almost over"];
  if (left <= AMBER * total) return ["amber", "come to the end"];
  return ["", ""];
}

function startClock({ left, total, paused }, say) {
  const time = make("span", { class: "posenc-time", role: "timer", "aria-live": "off" });
  const words = make("span");
  const element = make("div", { class: "posenc-clock" }, time, words);
  const deadline = Date.now() + 1000 * left;
  let said = "";
  function tick() {
    const now = paused ? left : (deadline - Date.now()) / 1000;
    const [colour, text] = tone(now, total);
    time.textContent = now < 0 ? `${face(now)} over` : face(now);
    element.dataset.tone = colour;
    words.textContent = paused ? "paused" : text;
    if (text !== said) say(text && `${time.textContent}: ${text}`);
    said = text;
  }
  tick();
  const timer = paused ? 0 : setInterval(tick, 250);
  return { element, stop: () => clearInterval(timer) };
}

// ---------------------------------------------------------------- a draft outlives a refresh of the page

function drafts(step) {
  const key = `posenc-draft:${step}`;
  return {
    read: () => sessionStorage.getItem(key) ?? "",
    keep: (text) => sessionStorage.setItem(key, text),
    forget: () => sessionStorage.removeItem(key),
  };
}

// ---------------------------------------------------------------- one view

function makeField(view, draft) {
  const field = view.number
    ? make("input", { type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false" })
    : make("textarea", { rows: 4, spellcheck: "false" });
  field.value = draft.read();
  field.addEventListener("input", () => draft.keep(field.value));
  return field;
}

function makeTick([id, words], i) {
  const box = make("input", { type: "checkbox", value: id });
  return make("label", { class: "posenc-idea" }, box, make("kbd", {}, String(i + 1)), make("span", {}, words));
}

/** Build the elements of a view; `send` gets what was done. */
function build(view, trouble, send, say) {
  const draft = drafts(view.step);
  const title = make("h3", { tabindex: "-1" }, view.title);
  const clock = view.clock && startClock(view.clock, say);
  const body = view.blocks.map(([style, html]) => {
    const block = make("div", { class: `posenc-block ${style}` });
    block.innerHTML = html;
    return block;
  });
  const field = view.label ? makeField(view, draft) : null;
  const ticks = view.ticks.map(makeTick);
  const press = (button) => {
    const message = { do: button.do, value: button.value };
    if (button.takes === "words") message.words = field?.value ?? "";
    if (button.takes === "ticks") message.ticks = ticks.flatMap((idea) => idea.querySelector(":checked")?.value ?? []);
    send(message, () => draft.forget());
  };
  const buttons = view.buttons.map((button) => {
    const element = make("button", { type: "button", class: button.main ? "main" : "" }, button.label, make("kbd", {}, button.key));
    element.addEventListener("click", () => press(button));
    return element;
  });
  const header = make("header", {}, make("div", {}, title, make("small", {}, view.facts)), clock ? clock.element : "");
  const parts = [header, ...body];
  if (field) parts.push(make("label", { class: "posenc-field" }, view.label, field));
  if (ticks.length) {
    parts.push(make("fieldset", {}, make("legend", {}, "Which of these ideas did you say?"), ...ticks));
  }
  if (trouble) parts.push(make("p", { class: "posenc-trouble", role: "alert" }, trouble));
  parts.push(make("div", { class: "posenc-buttons" }, ...buttons));
  return { parts, title, field, ticks, view, buttons, stop: () => clock?.stop() };
}

// ---------------------------------------------------------------- keys

/** Digits tick ideas or press buttons, letters press buttons; in a field every key types. */
function onKey(event, { view, field, ticks, buttons }) {
  if (event.isComposing || event.altKey || event.repeat) return; // a key held down is one answer
  const chord = event.ctrlKey || event.metaKey;
  const inField = event.target === field;
  let chosen = -1;
  if (inField && event.key === "Enter" && (view.number || chord)) {
    chosen = view.buttons.findIndex((button) => button.takes === "words");
  } else if (!inField && !chord) {
    const box = /^[1-9]$/.test(event.key) && ticks[Number(event.key) - 1]?.querySelector("input");
    if (box) box.checked = !box.checked;
    const native = event.target.closest("button") && event.key === "Enter"; // a focused button presses itself
    if (!box && !native) chosen = view.buttons.findIndex(({ key }) => key.toLowerCase() === event.key.toLowerCase());
  }
  if (chosen < 0) return;
  event.preventDefault();
  buttons[chosen].click();
}

// ---------------------------------------------------------------- entry

function render({ model, el }) {
  const live = make("div", { class: "posenc-live", "aria-live": "polite" });
  const stage = make("div", { class: "posenc-stage" });
  // JupyterLab takes keys from a focused element, unless it or one around it says no.
  const root = make("section", { class: "posenc-rehearsal", "aria-label": "Rehearsal", "data-lm-suppress-shortcuts": "true" }, stage, live);
  el.append(root);
  const say = (text) => {
    live.textContent = text;
  };
  let shown = null;
  let waiting = 0;
  let settled = () => {};

  function send(message, onSettled = () => {}) {
    if (waiting) return; // one thing at a time: a double click is not two answers
    settled = onSettled;
    waiting = setTimeout(() => {
      waiting = 0;
      const sentence = "The kernel does not answer. Run this cell again: what you answered is kept.";
      root.querySelector(".posenc-trouble")?.remove();
      stage.append(make("p", { class: "posenc-trouble", role: "alert" }, sentence));
    }, KERNEL_PATIENCE);
    model.send(message);
  }

  function paint({ view, trouble }) {
    if (!view) return;
    clearTimeout(waiting);
    waiting = 0;
    if (!trouble && shown && view.step !== shown.view.step) settled();
    settled = () => {};
    const mine = root.contains(document.activeElement);
    shown?.stop();
    say("");
    const before = shown;
    shown = build(view, trouble, send, say);
    stage.replaceChildren(...shown.parts);
    if (!mine || !before) return;
    const target = view.number ? shown.field : shown.title;
    target.focus({ preventScroll: true });
    shown.title.scrollIntoView({ block: "nearest" });
  }

  const onMessage = (message) => paint(message);
  model.on("msg:custom", onMessage);
  root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook moves between cells with the same keys
    if (shown) onKey(event, shown);
  });
  send({ do: "show" });
  return () => {
    model.off("msg:custom", onMessage);
    clearTimeout(waiting);
    shown?.stop();
  };
}

export default { render };
