/** Properties of SVG that style sheets set, and that an image of its own has to carry. */
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
/** Pixels around the chart, and height of the lines of title and legend. */
const PADDING = 16;
const LINE = 28;

interface ChartImage {
  title: string;
  legend: readonly { label: string; color: string }[];
}

/** The chart that an element contains as a PNG, between its title and its legend, in the colours of the page. */
export async function chartImage(element: Element, { title, legend }: ChartImage): Promise<Blob> {
  const chart = element.querySelector('svg.recharts-surface');
  if (!chart) throw new Error('no chart is drawn');
  const { width, height } = chart.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(element);
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * PADDING) * SCALE;
  canvas.height = (height + 2 * PADDING + 2 * LINE) * SCALE;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(SCALE, SCALE);
  context.fillStyle = colorIn(element, 'var(--mantine-color-body)');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.font = `600 16px ${fontFamily}`;
  context.fillText(title, PADDING, PADDING + 14, width);
  context.drawImage(await drawn(chart, width, height), 0, PADDING + LINE, width + 2 * PADDING, height);
  context.font = `12px ${fontFamily}`;
  let left = PADDING;
  const base = PADDING + LINE + height + 18;
  for (const { label, color: mark } of legend) {
    context.fillStyle = colorIn(element, mark);
    context.fillRect(left, base - 10, 12, 12);
    context.fillStyle = color;
    context.fillText(label, left + 18, base);
    left += context.measureText(label).width + 34;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is too large'))));
  });
}

/** A colour as the page computes it there: a canvas knows no variables of CSS. */
function colorIn(element: Element, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = name;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The chart with the padding at its sides, into which labels of axes may reach. */
async function drawn(chart: Element, width: number, height: number): Promise<HTMLImageElement> {
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
