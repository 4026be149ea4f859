import address from "#web/styles/fonts.css?url";

/** The letters that every page has. */
const LATIN = /\bU\+0+-0*FF\b/i;

/**
 * Replaces the fallback fonts. Each change of the fonts lays out the whole page, so the files of
 * the Latin letters are loaded first, and each family is added in one step. Files of other letters
 * are loaded when a page has such letters. Throws if a file cannot be loaded.
 */
export async function loadFonts(): Promise<void> {
	// Vite's server sends a module to those who do not ask for a style sheet.
	const answer = await fetch(address, { headers: { accept: "text/css" } });
	if (!answer.ok) throw new Error(`The fonts answered ${answer.status}.`);
	const sheet = await new CSSStyleSheet().replace(await answer.text());
	const faces = [...sheet.cssRules].flatMap((rule) =>
		rule instanceof CSSFontFaceRule ? [faceOf(rule.style)] : [],
	);
	await Promise.all(
		faces.filter(({ unicodeRange }) => LATIN.test(unicodeRange)).map((face) => face.load()),
	);
	for (const family of new Set(faces.map((face) => face.family))) {
		for (const face of faces) if (face.family === family) document.fonts.add(face);
		await painted();
	}
}

function faceOf(style: CSSStyleDeclaration): FontFace {
	return new FontFace(
		// Browsers disagree on quotes and on names with a number: "Source Sans Variable".
		style.getPropertyValue("font-family").replaceAll(/["']|\s\d+/g, ""),
		style.getPropertyValue("src"),
		{
			weight: style.getPropertyValue("font-weight"),
			unicodeRange: style.getPropertyValue("unicode-range"),
			display: "swap",
		},
	);
}

/** Lets the page handle clicks between two layouts. */
function painted(): Promise<void> {
	return new Promise((resolve) => {
		requestAnimationFrame(() => setTimeout(resolve));
	});
}
