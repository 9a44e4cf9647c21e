// On paper: text can be told from the page, and a PDF with text comes out.

import { contrast } from "./contrast.mjs";

/** What is wrong with the page when it is printed. */
export async function print(page) {
  await page.emulateMedia({ media: "print" });
  const defects = await contrast(page);
  const pdf = await page.pdf({ format: "A4" });
  await page.emulateMedia({ media: "screen" });
  const text = pdf.toString("latin1");
  if (!text.startsWith("%PDF-") || !text.includes("/Type /Page")) defects.push("printing gives no PDF");
  // A page without text asks for no font.
  if (!/\/Font\s*<</.test(text)) defects.push("the printed page holds no text");
  return defects;
}
