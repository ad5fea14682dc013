// The front end of every demo. Python has computed all frames; this module only picks one and paints it.
//
// scene.controls   what the reader moves: a name, a label, and the labels of its stops
// scene.panels     what is painted: kind, title, options, and per frame `blocks` and `sizes` (where its numbers
//                  lie in scene.numbers) and `labels` (which entry of scene.strings goes with them)
// scene.layouts    rows of panel names for a wide and a narrow cell
//
// To add a kind of panel, write one function paint(canvas, panel) and enter it in PAINTERS at the end.
// Nothing moves on its own, so there is no motion to reduce. Words of the reader are only ever painted or set as text.

const NARROW = 640; // CSS pixels
const TYPING_PAUSE = 250; // ms without a key before an edited text is sent to the kernel
const KERNEL_PATIENCE = 4000; // ms before the reader is told that the kernel does not answer
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// ---------------------------------------------------------------- numbers and elements

/** Mixed radix, the last control fastest: the order in which Python computed the frames. */
export function frameIndex(controls, stops) {
  return controls.reduce((index, control, i) => index * control.stops.length + stops[i], 0);
}

/** 0.25 → "0.25", −3.2e-16 → "−3.2×10⁻¹⁶", 0 → "0". */
export function format(value, decimals = 2) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size === 0) return "0";
  if (size >= 0.001 && size < 1e5) return sign + size.toFixed(size < 0.1 ? decimals + 1 : decimals);
  return sign + power(size);
}

function power(size) {
  const [mantissa, exponent] = size.toExponential(1).split("e");
  const raised = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[digit]).join("");
  return `${mantissa}×10${exponent < 0 ? "⁻" : ""}${raised}`;
}

function fixed(value, decimals) {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// JupyterLab takes the arrow keys from a focused field, unless the field itself says no.
function makeField(tag, attributes, ...children) {
  return make(tag, { ...attributes, "data-lm-suppress-shortcuts": "true" }, ...children);
}

// ---------------------------------------------------------------- controls: {element, show(stop)}

function slider(control, onMove) {
  const input = makeField("input", { type: "range", min: 0, max: control.stops.length - 1, step: 1 });
  const stopLabel = make("span", { class: "posenc-stop", "aria-hidden": "true" });
  stopLabel.style.minWidth = `${0.75 * Math.max(...control.stops.map((stop) => stop.length))}ch`; // nothing jumps
  input.disabled = control.stops.length < 2;
  input.addEventListener("input", () => onMove(Number(input.value)));
  return {
    element: make("div", { class: "posenc-control" }, make("label", {}, make("span", {}, control.label), input), stopLabel),
    show(stop) {
      input.value = stop;
      input.setAttribute("aria-valuetext", control.stops[stop]);
      stopLabel.textContent = control.stops[stop];
    },
  };
}

function toggle(control, onMove) {
  const input = makeField("input", { type: "checkbox", role: "switch" });
  const stopLabel = make("span", { class: "posenc-stop", "aria-hidden": "true" });
  input.addEventListener("change", () => onMove(input.checked ? 1 : 0));
  return {
    element: make("div", { class: "posenc-control" }, make("label", {}, make("span", {}, control.label), input), stopLabel),
    show(stop) {
      input.checked = stop === 1;
      input.setAttribute("aria-description", control.stops[stop]);
      stopLabel.textContent = control.stops[stop];
    },
  };
}

function choice(control, onMove) {
  const options = control.stops.map((stop, i) => make("option", { value: i }, stop));
  const select = makeField("select", {}, ...options);
  select.addEventListener("change", () => onMove(Number(select.value)));
  return {
    element: make("div", { class: "posenc-control" }, make("label", {}, make("span", {}, control.label), select)),
    show(stop) {
      select.value = stop;
    },
  };
}

const CONTROLS = { slider, toggle, choice };

// ---------------------------------------------------------------- the theme, read from CSS

function readLook(root, colours) {
  const style = getComputedStyle(root);
  const variable = (name) => style.getPropertyValue(name).trim();
  const probe = make("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  probe.fillStyle = style.backgroundColor;
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  const theme = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? "dark" : "light";
  return {
    theme,
    ...colours[theme],
    ink: style.color,
    muted: variable("--posenc-muted"),
    grid: variable("--posenc-grid"),
    paper: style.backgroundColor,
    font: `${style.fontSize} ${style.fontFamily}`,
    size: parseFloat(style.fontSize),
  };
}

function rampColour(ramp, place) {
  const at = 3 * Math.round(255 * Math.min(1, Math.max(0, place)));
  const [red, green, blue] = [ramp.getUint8(at), ramp.getUint8(at + 1), ramp.getUint8(at + 2)];
  const bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 135;
  return { fill: `rgb(${red} ${green} ${blue})`, text: bright ? "#000" : "#fff" };
}

function rampGradient(ramp) {
  const stops = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1].map((place) => rampColour(ramp, place).fill);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

// ---------------------------------------------------------------- painters: paint(canvas, panel)
//
// canvas: {pen, look, left, top, right, bottom}: the plot lies between left..right and top..bottom, in CSS pixels
// panel:  {numbers, labels, options}
// margins(pen, look, panel, width) and height(panel, plotWidth) say what a painter needs. Panels that share a row of
// the layout share top, bottom and height, so that row i of one stands level with row i of the next.

const LONGEST_LABEL = 92; // CSS pixels
const MARK = 9; // CSS pixels
const ROW = { least: 14, most: 28, all: 320 }; // CSS pixels: a row of a matrix, and all of them

function write(pen, text, x, y, align, baseline) {
  pen.textAlign = align;
  pen.textBaseline = baseline;
  pen.fillText(text, x, y);
}

function categoryColour(look, i) {
  return look.categories[i % look.categories.length];
}

function cut(pen, text, width = LONGEST_LABEL) {
  if (pen.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && pen.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("")}…`;
}

function widest(pen, texts, most = LONGEST_LABEL) {
  return Math.min(most, Math.max(0, ...texts.map((text) => pen.measureText(text).width)));
}

/** The band of row i when `count` rows share the plot's height; edges fall on whole pixels. */
function band(low, high, i, count) {
  const begin = Math.round(low + ((high - low) * i) / count);
  return [begin, Math.round(low + ((high - low) * (i + 1)) / count)];
}

function matrix({ pen, look, left, top, right, bottom }, { numbers, labels, options }) {
  const { words: rows, marks: rowMarks } = labels.rows;
  const { words: columns } = labels.columns;
  const [low, high] = options.limits;
  const gap = Math.min((right - left) / columns.length, (bottom - top) / rows.length) > 12 ? 1 : 0;
  const withText = options.decimals != null && cellFits(pen, options, (right - left) / columns.length);
  rows.forEach((name, i) => {
    const [y, yEnd] = band(top, bottom, i, rows.length);
    columns.forEach((_, j) => {
      const [x, xEnd] = band(left, right, j, columns.length);
      const value = numbers[i * columns.length + j];
      const known = !Number.isNaN(value);
      const colour = rampColour(look[options.scale], (value - low) / (high - low));
      pen.fillStyle = known ? colour.fill : look.grid;
      pen.fillRect(x, y, xEnd - x - gap, yEnd - y - gap);
      if (!withText) return;
      pen.fillStyle = known ? colour.text : look.ink;
      write(pen, known ? fixed(value, options.decimals) : "–", (x + xEnd) / 2, (y + yEnd) / 2 + 1, "center", "middle");
    });
    const markWidth = mark(pen, look, rowMarks[i], left - 6 - MARK, (y + yEnd - MARK) / 2);
    pen.fillStyle = look.ink;
    write(pen, cut(pen, name), left - 6 - markWidth, (y + yEnd) / 2 + 1, "right", "middle");
  });
  columnLabels(pen, look, labels.columns, left, right, bottom + 4);
  if (labels.column != null) frameColumn(pen, look, band(left, right, labels.column, columns.length), top, bottom);
}

function frameColumn(pen, look, [x, xEnd], top, bottom) {
  pen.strokeStyle = look.ink;
  pen.lineWidth = 2;
  pen.strokeRect(x - 1, top, xEnd - x + 1, bottom - top - 1);
}

matrix.margins = (pen, look, { labels }, width) => {
  const { rows, columns } = labels;
  const left = widest(pen, rows.words) + (rows.marks.length ? MARK + 4 : 0) + 8;
  const cell = (width - left - 1) / columns.words.length;
  const { height, slant } = columnStyle(pen, look, columns, cell);
  const overhang = ((slant ? Math.SQRT1_2 * look.size : widest(pen, columns.words)) - cell) / 2;
  return { left, top: 1, right: Math.max(1, overhang), bottom: 6 + (columns.marks.length ? MARK + 4 : 0) + height };
};

matrix.height = ({ labels }, plotWidth) => {
  const row = Math.min(ROW.most, Math.max(ROW.least, plotWidth / labels.columns.words.length));
  return Math.min(ROW.all, row * labels.rows.words.length);
};

function cellFits(pen, { limits, decimals }, cellWidth) {
  return pen.measureText(fixed(limits[0] < 0 ? limits[0] : limits[1], decimals)).width + 6 <= cellWidth;
}

/** A coloured square that follows its row or column wherever it goes; returns the width it took. */
function mark(pen, look, colour, x, y) {
  if (colour === undefined) return 0;
  pen.fillStyle = categoryColour(look, colour);
  pen.fillRect(Math.round(x), Math.round(y), MARK, MARK);
  return MARK + 4;
}

/** Names of columns are level where they fit, else slanted; where even that is too dense, marks alone or every k-th. */
function columnStyle(pen, look, { words, marks }, cellWidth) {
  const width = widest(pen, words);
  if (width + 5 <= cellWidth) return { every: 1, slant: 0, height: 1.2 * look.size };
  if (!marks.length && width < 3 * look.size) {
    return { every: Math.ceil((width + 5) / cellWidth), slant: 0, height: 1.2 * look.size }; // numbers
  }
  const every = Math.ceil((1.5 * look.size) / cellWidth);
  if (every > 1 && marks.length) return { every: Infinity, slant: 0, height: 0 };
  return { every, slant: -Math.PI / 4, height: Math.SQRT1_2 * (width + look.size) };
}

function columnLabels(pen, look, columns, left, right, y) {
  const width = (right - left) / columns.words.length;
  const { every, slant } = columnStyle(pen, look, columns, width);
  columns.words.forEach((name, j) => {
    const x = left + width * (j + 0.5);
    const below = mark(pen, look, columns.marks[j], x - MARK / 2, y);
    if (every === Infinity || j % every) return;
    pen.save();
    pen.translate(x, y + below + (slant ? 0.4 * look.size : 1));
    pen.rotate(slant);
    pen.fillStyle = look.ink;
    write(pen, cut(pen, name), 0, 0, slant ? "right" : "center", slant ? "middle" : "top");
    pen.restore();
  });
}

function links({ pen, look, left, top, right, bottom }, { numbers, labels }) {
  const middle = (i) => band(top, bottom, i, numbers.length).reduce((a, b) => a + b) / 2;
  const half = (left + right) / 2;
  pen.lineWidth = 2.5;
  numbers.forEach((source, target) => {
    pen.strokeStyle = categoryColour(look, source);
    pen.setLineDash(labels.kept[target] ? [] : [3, 5]);
    pen.beginPath();
    pen.moveTo(left, middle(source));
    pen.bezierCurveTo(half, middle(source), half, middle(target), right, middle(target));
    pen.stroke();
  });
}

links.margins = () => ({ left: 4, top: 0, right: 4, bottom: 0 });
links.height = ({ numbers }) => ROW.least * numbers.length;

function bars({ pen, look, left, top, right, bottom }, { numbers, labels, options }) {
  const [low, high] = options.limits;
  const place = scaleTo(options.log, low, high, left, right);
  const marks = ticks(options.log, low, high);
  pen.strokeStyle = look.grid;
  for (const tick of marks) line(pen, place(tick), top, place(tick), bottom);
  axis(pen, look, "x", marks, place, bottom + 4);
  labels.names.forEach((name, i) => {
    const [y, yEnd] = band(top, bottom, i, labels.names.length);
    const end = Math.min(right, Math.max(left + 2, place(Math.max(numbers[i], low))));
    pen.fillStyle = categoryColour(look, options.colour ?? 0);
    pen.fillRect(left, y + 5, end - left, yEnd - y - 10);
    pen.fillStyle = look.ink;
    write(pen, cut(pen, name, 2 * LONGEST_LABEL), left - 8, (y + yEnd) / 2 + 1, "right", "middle");
    write(pen, format(numbers[i]), end + 6, (y + yEnd) / 2 + 1, "left", "middle");
  });
}

bars.margins = (pen, look, { labels }) => ({
  left: widest(pen, labels.names, 2 * LONGEST_LABEL) + 10, top: 0, right: 6 * look.size, bottom: 1.8 * look.size,
});
bars.height = ({ labels }) => 26 * labels.names.length;

function lines({ pen, look, left, top, right, bottom }, { numbers, labels, options }) {
  const count = numbers.length / (labels.names.length + 1);
  const x = scaleTo(options.x.log, ...options.x.limits, left, right);
  const y = scaleTo(options.y.log, ...options.y.limits, bottom, top);
  const levels = ticks(options.y.log, ...options.y.limits);
  pen.strokeStyle = look.grid;
  for (const level of levels) line(pen, left, y(level), right, y(level));
  axis(pen, look, "y", levels, y, left - 6);
  axis(pen, look, "x", ticks(options.x.log, ...options.x.limits), x, bottom + 5);
  write(pen, options.x.label, right, bottom + 6 + 1.3 * look.size, "right", "top");
  write(pen, options.y.label, 2, 0, "left", "top");
  if (labels.names.length > 1) legend(pen, look, labels.names, right, 0);
  pen.beginPath();
  pen.rect(left, top - 2, right - left, bottom - top + 4);
  pen.clip();
  pen.strokeStyle = look.muted;
  if (labels.at != null) line(pen, x(labels.at), top, x(labels.at), bottom);
  labels.names.forEach((_, series) => {
    seriesStroke(pen, look, series);
    pen.beginPath();
    for (let i = 0; i < count; i++) pen.lineTo(x(numbers[i]), y(numbers[(series + 1) * count + i]));
    pen.stroke();
  });
}

lines.margins = (pen, look, { options }) => ({
  left: widest(pen, ticks(options.y.log, ...options.y.limits).map(tickText)) + 12,
  top: 1.8 * look.size, right: 14, bottom: 2.8 * look.size + 6,
});
lines.height = ({ options }, plotWidth) => options.height ?? Math.min(220, 0.6 * plotWidth);

function clock({ pen, look, left, top, right, bottom }, { numbers, labels }) {
  const step = (right - left) / numbers.length;
  const radius = Math.min(0.45 * step, (bottom - top) / 2);
  const y = (top + bottom) / 2;
  numbers.forEach((angle, i) => {
    const x = left + step * (i + 0.5);
    pen.lineWidth = 1;
    pen.strokeStyle = look.muted;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
    pen.lineWidth = 2.5;
    pen.strokeStyle = categoryColour(look, 0);
    line(pen, x, y, x + radius * Math.cos(angle), y - radius * Math.sin(angle));
    pen.fillStyle = look.ink;
    write(pen, cut(pen, labels.names[i], step), x, y + radius + 5, "center", "top");
  });
}

clock.margins = (pen, look) => ({ left: 2, top: 2, right: 2, bottom: 1.6 * look.size });
clock.height = ({ labels }, plotWidth) => Math.min(120, plotWidth / labels.names.length);

function dials({ pen, look, left, top, right, bottom }, { numbers, labels, options }) {
  legend(pen, look, labels.hands, right, 0);
  eachDial(pen, look, { left, top, right, bottom }, labels.names, (x, y, radius, dial) => {
    const count = labels.hands.length;
    const tip = (hand) => numbers.subarray(2 * (dial * count + hand), 2 * (dial * count + hand) + 2);
    if (options.wedge) wedge(pen, look, x, y, 0.45 * radius, tip(0), tip(1));
    for (let hand = 0; hand < count; hand++) {
      const [across, up] = tip(hand);
      if (Number.isNaN(across)) continue;
      seriesStroke(pen, look, hand);
      pen.lineWidth = 2.5;
      line(pen, x, y, x + radius * across, y - radius * up);
      pen.setLineDash([]);
      pen.fillStyle = categoryColour(look, hand);
      pen.beginPath();
      pen.arc(x + radius * across, y - radius * up, 4, 0, 2 * Math.PI);
      pen.fill();
    }
  });
}

dials.margins = (pen, look) => ({ left: 2, top: 1.8 * look.size, right: 2, bottom: 1.6 * look.size });
dials.height = ({ labels, options }, plotWidth) => Math.min(options.height ?? 150, (0.9 * plotWidth) / labels.names.length);

function arcs({ pen, look, left, top, right, bottom }, { numbers, labels }) {
  const count = labels.series.length;
  legend(pen, look, labels.series, right, 0);
  eachDial(pen, look, { left, top, right, bottom }, labels.names, (x, y, radius, dial) => {
    for (let series = 0; series < count; series++) {
      const angle = Math.min(2 * Math.PI, numbers[dial * count + series]);
      seriesStroke(pen, look, series);
      pen.lineWidth = 4;
      pen.beginPath();
      pen.arc(x, y, radius * (0.85 - 0.22 * series), 0, -angle, true);
      pen.stroke();
    }
  });
}

arcs.margins = dials.margins;
arcs.height = dials.height;

/** Rings side by side with their names below; draw(x, y, radius, dial) fills each. */
function eachDial(pen, look, { left, top, right, bottom }, names, draw) {
  const step = (right - left) / names.length;
  const radius = Math.min(0.45 * step, (bottom - top) / 2 - 2);
  const y = (top + bottom) / 2;
  names.forEach((name, dial) => {
    const x = left + step * (dial + 0.5);
    pen.setLineDash([]);
    pen.lineWidth = 1;
    pen.strokeStyle = look.grid;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
    pen.save();
    draw(x, y, radius, dial);
    pen.restore();
    pen.fillStyle = look.ink;
    write(pen, cut(pen, name, step - 6), x, y + radius + 6, "center", "top");
  });
}

/** The angle between two hands, the short way round. */
function wedge(pen, look, x, y, radius, one, other) {
  const [from, to] = [one, other].map(([across, up]) => -Math.atan2(up, across));
  const clockwise = Math.sin(to - from) >= 0;
  pen.globalAlpha = 0.25;
  pen.fillStyle = look.muted;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.arc(x, y, radius, from, to, !clockwise);
  pen.fill();
  pen.globalAlpha = 1;
}

const PAINTERS = { matrix, links, bars, lines, clock, dials, arcs };

/** Read-outs are elements, not pixels: they can be selected, and a screen reader finds them. */
function writeText(list, look, { labels }) {
  const entries = labels.items.map(({ name, value, tokens }) => {
    const words = tokens?.words.map((token, i) => {
      const word = make("span", { class: "posenc-token" }, token);
      word.style.borderColor = categoryColour(look, tokens.marks[i] ?? 0);
      return word;
    });
    return make("div", {}, make("dt", {}, name), make("dd", {}, ...(words ?? [value])));
  });
  list.replaceChildren(...entries);
}

// ---------------------------------------------------------------- axes

function scaleTo(log, low, high, begin, end) {
  const map = log ? Math.log10 : (value) => value;
  return (value) => begin + ((end - begin) * (map(value) - map(low))) / (map(high) - map(low));
}

/** About five round values between low and high; powers of ten on a log axis. */
export function ticks(log, low, high) {
  if (log) {
    const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
    const step = Math.max(1, Math.ceil((last - first) / 5));
    return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => Number(`1e${last - i * step}`)).reverse();
  }
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) * power;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step);
}

function tickText(value) {
  const exponent = Math.log10(Math.abs(value));
  if (value !== 0 && (exponent <= -3 || exponent >= 5)) return power(value).replace("1.0×", "");
  return String(Number(value.toPrecision(6))).replace("-", "−");
}

/** Tick labels; every k-th where they would touch. */
function axis(pen, look, direction, values, place, at) {
  const room = Math.abs(place(values[1]) - place(values[0]));
  const need = direction === "x" ? widest(pen, values.map(tickText)) + 8 : 1.2 * look.size;
  const every = Math.ceil(need / room) || 1; // a single tick has room for all
  pen.fillStyle = look.muted;
  for (const value of values.filter((_, i) => i % every === 0)) {
    if (direction === "x") write(pen, tickText(value), place(value), at, "center", "top");
    else write(pen, tickText(value), at, place(value), "right", "middle");
  }
}

const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]]; // beside the colour, for any colour vision

function seriesStroke(pen, look, series) {
  pen.lineWidth = 2;
  pen.strokeStyle = categoryColour(look, series);
  pen.setLineDash(DASHES[series % DASHES.length]);
}

function legend(pen, look, names, right, y) {
  let x = right;
  for (const series of [...names.keys()].reverse()) {
    pen.save();
    pen.fillStyle = look.ink;
    write(pen, names[series], x, y, "right", "top");
    x -= pen.measureText(names[series]).width + 6;
    seriesStroke(pen, look, series);
    line(pen, x - 24, y + look.size / 2, x, y + look.size / 2);
    pen.restore();
    x -= 24 + 14;
  }
}

function line(pen, x, y, xEnd, yEnd) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(xEnd, yEnd);
  pen.stroke();
}

// ---------------------------------------------------------------- panels: {spec, element, paint(frame, look, force)}

function panelState(spec, scene, numbers, frame) {
  const begin = spec.blocks[frame];
  return {
    numbers: numbers.subarray(begin, begin + spec.sizes[frame]),
    labels: scene.strings[spec.labels[frame]],
    options: spec.options,
  };
}

function makePanel(spec, scene, numbers, captionId) {
  const isText = spec.kind === "text";
  const surface = isText
    ? make("dl")
    : make("canvas", { role: "img", "aria-label": spec.alt || spec.title, "aria-describedby": captionId });
  const legend = spec.options.legend ? make("span", { class: "posenc-legend", "aria-hidden": "true" }) : "";
  const heading = spec.title ? make("figcaption", {}, spec.title, legend) : "";
  const element = make("figure", { class: `posenc-panel posenc-${spec.kind}` }, heading, surface);
  element.style.gridArea = spec.name;
  const painter = PAINTERS[spec.kind];
  const pen = isText ? null : surface.getContext("2d");
  const state = (frame) => panelState(spec, scene, numbers, frame);
  const frames = isText ? [] : firstFrames(spec); // one for each set of labels: margins must not jump while scrubbing
  let box = null;
  let painted = "";

  return {
    spec,
    element,
    /** What this panel needs at its present width. */
    measure(look) {
      const width = element.clientWidth;
      pen.font = look.font;
      const all = frames.map((frame) => painter.margins(pen, look, state(frame), width));
      const margins = Object.fromEntries(
        ["left", "top", "right", "bottom"].map((side) => [side, Math.ceil(Math.max(...all.map((m) => m[side])))]),
      );
      const plotWidth = Math.max(1, width - margins.left - margins.right);
      return { width, margins, height: Math.ceil(Math.max(...frames.map((frame) => painter.height(state(frame), plotWidth)))) };
    },
    /** Take a place whose top, bottom and height the whole row shares. */
    resize({ width, margins }, top, bottom, height) {
      box = { width, height: top + height + bottom, left: margins.left, right: width - margins.right, top, bottom: top + height };
      const density = window.devicePixelRatio || 1;
      surface.width = Math.round(box.width * density);
      surface.height = Math.round(box.height * density);
      surface.style.height = `${box.height}px`;
      pen.setTransform(density, 0, 0, density, 0, 0);
    },
    /** Paint the frame, unless the same numbers and labels already stand there. */
    paint(frame, look, force) {
      const key = `${spec.blocks[frame]} ${spec.labels[frame]}`;
      if (!force && key === painted) return;
      painted = key;
      if (legend) showLegend(legend, look, spec.options);
      if (isText) return writeText(surface, look, state(frame));
      if (!box || box.right <= box.left) return;
      pen.clearRect(0, 0, box.width, box.height);
      pen.save();
      pen.font = look.font;
      painter({ pen, look, ...box }, state(frame));
      pen.restore();
    },
  };
}

function firstFrames(spec) {
  return [...new Set(spec.labels)].map((label) => spec.labels.indexOf(label));
}

function showLegend(element, look, { scale, limits }) {
  const bar = make("i");
  bar.style.background = rampGradient(look[scale]);
  element.replaceChildren(String(limits[0]).replace("-", "−"), bar, String(limits[1]));
}

// ---------------------------------------------------------------- a scene in its place

let scenes = 0;

function mountScene(root, scene, model) {
  const numbers = floats(scene.numbers);
  const captionId = `posenc-caption-${++scenes}`;
  const caption = make("p", { id: captionId, class: "posenc-caption", "aria-live": "polite" });
  const note = make("p", { class: "posenc-note", role: "status" }, scene.note);
  const panels = scene.panels.map((spec) => makePanel(spec, scene, numbers, captionId));
  const grid = make("div", { class: "posenc-panels" }, ...panels.map((panel) => panel.element));
  let stops = [];
  let look = null;
  let waiting = 0; // the frame under way, if something was painted or asked for in it
  let stale = true;
  let force = true;

  const controls = scene.controls.map((control, i) =>
    CONTROLS[control.kind](control, (stop) => model.set("stops", stops.with(i, stop))),
  );
  const row = make("div", { class: "posenc-controls" }, ...controls.map((control) => control.element));
  root.replaceChildren(row, note, caption, grid);
  note.hidden = !scene.note;

  function place() {
    look = readLook(root, scene.colours);
    const layout = scene.layouts[root.clientWidth < NARROW ? "narrow" : "wide"];
    grid.style.gridTemplateAreas = layout.rows.map((names) => `"${names}"`).join(" ");
    grid.style.gridTemplateColumns = layout.columns.map((share) => `minmax(0, ${share}fr)`).join(" ");
    const rows = layout.rows.map((names) => names.split(" "));
    for (const panel of panels) panel.element.hidden = !rows.flat().includes(panel.spec.name);
    caption.style.minHeight = `${tallest(caption, scene.captions.map((i) => scene.strings[i]))}px`;
    const open = new Set(panels.filter((panel) => panel.spec.kind !== "text" && !panel.element.hidden));
    for (const names of rows) {
      const level = [...open].filter((panel) => names.includes(panel.spec.name));
      if (!level.length) continue;
      level.forEach((panel) => open.delete(panel));
      const needs = level.map((panel) => panel.measure(look));
      const top = Math.max(...needs.map((need) => need.margins.top));
      const bottom = Math.max(...needs.map((need) => need.margins.bottom));
      const height = Math.max(...needs.map((need) => need.height));
      level.forEach((panel, i) => panel.resize(needs[i], top, bottom, height));
    }
  }

  function paint() {
    if (!root.clientWidth) return; // hidden: the observer calls again when it is shown
    if (force) place();
    const frame = frameIndex(scene.controls, stops);
    panels.forEach((panel) => panel.paint(frame, look, force));
    const sentence = scene.strings[scene.captions[frame]];
    if (caption.textContent !== sentence) caption.textContent = sentence;
    stale = force = false;
  }

  // The first move in a frame is painted at once, so that it is not a frame late; those after it together, in the next.
  function request(everything) {
    force ||= everything;
    stale = true;
    if (waiting) return;
    if (!everything) paint();
    waiting = requestAnimationFrame(() => {
      waiting = 0;
      if (stale) paint();
    });
  }

  function showStops() {
    const given = model.get("stops");
    stops = scene.controls.map((control, i) => Math.min(Math.max(given[i] ?? control.start, 0), control.stops.length - 1));
    controls.forEach((control, i) => control.show(stops[i]));
    request(false);
  }

  const stopWatching = watch(root, () => request(true));
  showStops();
  return {
    showStops,
    dispose() {
      stopWatching();
      cancelAnimationFrame(waiting);
    },
  };
}

/** The height that the longest of these sentences takes, so that nothing below jumps while scrubbing. */
function tallest(element, sentences) {
  const copy = make("p", { class: element.className, "aria-hidden": "true" });
  copy.textContent = sentences.reduce((longest, next) => (next.length > longest.length ? next : longest), "");
  copy.style.position = "absolute";
  copy.style.width = `${element.clientWidth}px`;
  copy.style.visibility = "hidden";
  element.after(copy);
  const height = copy.clientHeight;
  copy.remove();
  return height;
}

/** Bytes from the kernel as numbers; copied, since a message's bytes need not lie on a multiple of four. */
function floats(view) {
  return new Float32Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
}

/** Call back when the width or the theme changes. */
function watch(root, changed) {
  const width = new ResizeObserver(changed);
  width.observe(root);
  const theme = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body]) theme.observe(element, { attributes: true });
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", changed);
  return () => {
    width.disconnect();
    theme.disconnect();
    scheme.removeEventListener("change", changed);
  };
}

// ---------------------------------------------------------------- the editable text

function textField(model, { label, text }) {
  const input = makeField("input", { type: "text", maxlength: 200, spellcheck: "false", autocomplete: "off" });
  const status = make("span", { class: "posenc-note", role: "status" });
  let pause = 0;
  let patience = 0;
  input.value = text;

  function send() {
    clearTimeout(pause);
    if (input.value === model.get("text")) return;
    clearTimeout(patience);
    patience = setTimeout(() => {
      status.textContent = "The kernel does not answer; what is shown still belongs to the earlier text.";
    }, KERNEL_PATIENCE);
    model.set("text", input.value);
    model.save_changes();
  }

  input.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(send, TYPING_PAUSE);
  });
  input.addEventListener("change", send);
  input.addEventListener("keydown", ({ key }) => key === "Enter" && send()); // pasted text does not always "change"
  return {
    element: make("div", { class: "posenc-control posenc-text-field" }, make("label", {}, make("span", {}, label), input), status),
    answered() {
      clearTimeout(patience);
      status.textContent = "";
    },
    dispose() {
      clearTimeout(pause);
      clearTimeout(patience);
    },
  };
}

// ---------------------------------------------------------------- entry

function render({ model, el }) {
  const scene = () => model.get("scene");
  const field = scene().input && textField(model, scene().input);
  const body = make("div");
  const root = make("div", { class: "posenc-demo", role: "group", "aria-label": scene().title }, field ? field.element : "", body);
  el.append(root);
  let mounted = mountScene(body, scene(), model);

  const renew = () => {
    field?.answered();
    const focused = [...body.querySelectorAll("input, select")].indexOf(document.activeElement);
    mounted.dispose();
    mounted = mountScene(body, scene(), model);
    if (focused >= 0) body.querySelectorAll("input, select")[focused]?.focus();
  };
  const move = () => mounted.showStops();
  model.on("change:scene", renew);
  model.on("change:stops", move);
  return () => {
    model.off("change:scene", renew);
    model.off("change:stops", move);
    mounted.dispose();
    field?.dispose();
  };
}

export default { render };
