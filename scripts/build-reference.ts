import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "./layout.ts";

/**
 * Writes the API's description and its reference page as static files, so that the worker carries
 * neither the descriptions nor the conversion of its schemas. The page's style sheet gets the
 * fonts of the web app.
 */
export async function buildReference(): Promise<void> {
	const [{ openApiDocument }, { referencePage }, { BUILT_ORIGIN }] =
		await Promise.all([
			import("#worker/openapi/document.ts"),
			import("#worker/openapi/reference-page.ts"),
			import("#worker/openapi/routes.ts"),
		]);
	const document = openApiDocument(BUILT_ORIGIN);
	const page = await referencePage(document);
	const folder = join(layout.webOutput, "api");
	await mkdir(folder, { recursive: true });
	const styles = join(layout.root, "web/public/reference.css");
	const files: Record<string, string> = {
		[join(layout.webOutput, "reference.css")]:
			(await fontFaces()) + (await readFile(styles, "utf8")),
		[join(folder, "docs.html")]: page.toString(),
		// Last: its presence says that the others are there.
		[layout.reference]: JSON.stringify(document),
	};
	for (const [path, text] of Object.entries(files)) await writeFile(path, text);
}

/** The web app's `@font-face` rules; none before the first build of the app. */
async function fontFaces(): Promise<string> {
	const assets = join(layout.webOutput, "assets");
	const names = await readdir(assets).catch(() => []);
	const sheets = await Promise.all(
		names
			.filter((name) => name.endsWith(".css"))
			.map((name) => readFile(join(assets, name), "utf8")),
	);
	const faces = sheets.flatMap(
		(css) => css.match(/@font-face\{[^}]*\}/g) ?? [],
	);
	return [...new Set(faces), ""].join("\n");
}
