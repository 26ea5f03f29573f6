/** SVG properties that style sheets set, copied into the exported image. */
const STYLES = [
  'fill',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-width',
  'text-anchor',
];

/** Pixels of the image per pixel of the page. */
const SCALE = 2;
/** Pixels around the chart, height of the title and the legend, and height of each line below the title. */
const PADDING = 16;
const LINE_HEIGHT = 28;
const ABOUT_LINE_HEIGHT = 20;

interface ChartImage {
  title: string;
  about: string;
  legend: readonly { label: string; color: string }[];
}

/** Exports the chart in an element as a PNG with its title and legend, in the colours of the page. */
export async function chartImage(element: Element, { title, about, legend }: ChartImage): Promise<Blob> {
  const chart = element.querySelector('svg.recharts-surface');
  if (!chart) throw new Error('no chart is drawn');
  const { width, height } = chart.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(element);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const smallFont = `12px ${fontFamily}`;
  context.font = smallFont;
  const lines = wrapText(context, about, width);
  const top = PADDING + LINE_HEIGHT + lines.length * ABOUT_LINE_HEIGHT;
  canvas.width = (width + 2 * PADDING) * SCALE;
  canvas.height = (top + height + LINE_HEIGHT + PADDING) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = computedColor(element, 'var(--mantine-color-body)');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.font = `600 16px ${fontFamily}`;
  context.fillText(title, PADDING, PADDING + 14, width);
  context.font = smallFont;
  for (const [index, line] of lines.entries())
    context.fillText(line, PADDING, PADDING + LINE_HEIGHT + 8 + index * ABOUT_LINE_HEIGHT, width);
  context.drawImage(await renderChart(chart, width, height), 0, top, width + 2 * PADDING, height);
  let left = PADDING;
  const baseline = top + height + 18;
  for (const { label, color: mark } of legend) {
    context.fillStyle = computedColor(element, mark);
    context.fillRect(left, baseline - 10, 12, 12);
    context.fillStyle = color;
    context.fillText(label, left + 18, baseline);
    left += context.measureText(label).width + 34;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is too large'))));
  });
}

/** Breaks a text into lines between words. */
function wrapText(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && context.measureText(longer).width <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/** Computed value of a colour at the element: a canvas does not resolve CSS variables. */
function computedColor(element: Element, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = name;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Renders the chart with padding at its sides, into which axis labels may extend. */
async function renderChart(chart: Element, width: number, height: number): Promise<HTMLImageElement> {
  const copy = chart.cloneNode(true) as Element;
  copy.setAttribute('width', String(width + 2 * PADDING));
  copy.setAttribute('viewBox', `${-PADDING} 0 ${width + 2 * PADDING} ${height}`);
  copy.setAttribute('height', String(height));
  const copies = copy.querySelectorAll('*');
  for (const [index, original] of chart.querySelectorAll('*').entries()) {
    const style = getComputedStyle(original);
    for (const name of STYLES) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  );
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}
