import uPlot from "uplot";
import type { ChartData, ChartMark } from "./chart-data.ts";

const HEIGHT = 180;
const FONT = "11px system-ui, sans-serif";

/** The colour that a name has now: light or dark. */
function colourOf(host: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Draws a chart into an element; gives what takes it away again. */
export function drawChart(host: HTMLElement, data: ChartData): () => void {
  const colour = (name: string): string => colourOf(host, name);
  const axis = {
    stroke: colour("faint"),
    font: FONT,
    grid: { stroke: colour("line"), width: 1 },
    ticks: { show: false },
  };
  const options: uPlot.Options = {
    width: host.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [data.marks.length > 0 ? 20 : 8, 8, 0, 0],
    scales: {
      x: { time: false, range: [-0.5, Math.max(0.5, data.labels.length - 0.5)] },
      y: { range: (_, _min, max) => [0, data.most ?? Math.max(max * 1.05, Number.MIN_VALUE)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        values: (_, splits) => splits.map((at) => data.labels[at] ?? ""),
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000],
      },
      { ...axis, size: 56, values: (_, splits) => splits.map(data.format) },
    ],
    series: [{}, ...drawnSeries(data).map(({ colour: name }) => seriesOptions(data, colour(name)))],
    hooks: { draw: [(plot) => drawMarks(plot, data.marks, colour)] },
  };
  const xs = data.labels.map((_, at) => at);
  const values = drawnSeries(data).map((series) => [...series.values]);
  const plot = new uPlot(options, [xs, ...values], host);
  return () => plot.destroy();
}

/** Bars above each other are drawn as sums, the highest first. */
function drawnSeries({ kind, series }: ChartData): ChartData["series"] {
  if (kind === "line") return series;
  const sums: number[] = [];
  const stacked = series.map((one) => ({
    ...one,
    values: one.values.map((value, at) => (sums[at] = (sums[at] ?? 0) + (value ?? 0))),
  }));
  return stacked.toReversed();
}

function seriesOptions({ kind }: ChartData, colour: string): uPlot.Series {
  if (kind === "line") {
    return { stroke: colour, width: 1.5, points: { size: 4, fill: colour }, spanGaps: false };
  }
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.1 });
  return {
    fill: colour,
    width: 0,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  };
}

/** A line where something happened, with its name at the top. */
function drawMarks(
  plot: uPlot,
  marks: readonly ChartMark[],
  colour: (name: string) => string,
): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  let free = 0;
  for (const { at, text, colour: name } of marks) {
    const x = plot.valToPos(at - 0.5, "x", true);
    ctx.strokeStyle = colour(name);
    ctx.fillStyle = colour(name);
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    // Names that would lie on each other stand in the table alone.
    if (x < free) continue;
    ctx.fillText(text, x + 2, bbox.top - 5 * devicePixelRatio);
    free = x + ctx.measureText(text).width + 8 * devicePixelRatio;
  }
  ctx.restore();
}
