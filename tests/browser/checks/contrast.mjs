// Every text can be told from what is behind it, in whatever colours are in force.
//
// axe leaves text of exactly the colour of its ground undecided; this does not.

/** Texts whose contrast is below WCAG 1.4.3, at the colours as computed now. */
export function contrast(page) {
  return page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    // Any colour that CSS can write, as four numbers.
    const numbers = new Map();
    const rgba = (colour) => {
      if (!numbers.has(colour)) {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        numbers.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
      }
      return numbers.get(colour);
    };
    const over = (front, back) => {
      const share = front[3] / 255;
      return [0, 1, 2].map((i) => front[i] * share + back[i] * (1 - share)).concat(255);
    };
    const luminance = (colour) => {
      const [r, g, b] = colour.map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    // `Canvas` is what shows where nothing is painted, in every scheme.
    const ground = (element) => {
      if (element === null) return rgba("Canvas").slice(0, 3).concat(255);
      const own = rgba(getComputedStyle(element).backgroundColor);
      return own[3] === 255 ? own : over(own, ground(element.parentElement));
    };
    const faint = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const text = walker.currentNode.data.trim();
      if (text === "" || !element.checkVisibility() || element.closest("title, desc, script, style")) continue;
      const style = getComputedStyle(element);
      if (style.clipPath !== "none") continue;
      const back = ground(element);
      const front = over(rgba(element instanceof SVGElement ? style.fill : style.color), back);
      const [low, high] = [luminance(front), luminance(back)].sort((a, b) => a - b);
      const ratio = style.opacity === "0" ? 1 : (high + 0.05) / (low + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5))
        faint.push(`the text ${JSON.stringify(text.slice(0, 40))} has a contrast of ${ratio.toFixed(2)}`);
    }
    return faint;
  });
}
