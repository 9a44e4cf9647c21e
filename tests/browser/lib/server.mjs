// A static server on 127.0.0.1 that says nothing but the type of the content.
//
// Policies must come from the pages themselves, as on any host. `change` lets a
// test break a file on its way; the built site stays as it is.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
};

/**
 * Serves the folder `root` below `prefix` (`/` or `/project/`).
 *
 * `change(path, text)` gives the text to send for a page or style sheet.
 * Returns the address of the root of the site, ending in `/`, and `close`.
 */
export async function serve(root, { prefix = "/", change = (_, text) => text } = {}) {
  const answer = async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://127.0.0.1").pathname));
    try {
      if (!path.startsWith(prefix)) throw new Error("outside");
      const name = path.slice(prefix.length);
      const bytes = await readFile(join(root, name));
      const text = /\.(html|css)$/.test(name);
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain; charset=utf-8" });
      response.end(text ? change(name, bytes.toString("utf8")) : bytes);
    } catch {
      // A browser asks for an icon by itself; that is no link of the page.
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  };
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    root: `http://127.0.0.1:${port}${prefix}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
