import { describe, expect, it } from "vitest";
import { arrangePage } from "#scripts/build.ts";

const built = (head: string) =>
	`<html><head><title>T</title>\n${head}\n</head><body><div id="root"></div></body></html>`;
const EARLY = '<script src="/theme.js"></script>\n<script src="/keep.js"></script>';
const APP = '<script type="module" crossorigin src="/a.js"></script>';
const parts = { styles: ".a{content:'$&'}", scripts: "t('$1')" };

describe("The built page", () => {
	it("has the early scripts and the styles in itself, and the app's script at its end", () => {
		expect(arrangePage(built(`${EARLY}\n${APP}`), parts)).toBe(
			`<html><head><title>T</title>\n<script>t('$1')</script><style>.a{content:'$&'}</style></head><body><div id="root"></div>${APP}\n</body></html>`,
		);
	});

	it.each([
		["place for scripts", APP],
		["script", EARLY],
	])("is refused without a %s", (_name, head) => {
		expect(() => arrangePage(built(head), parts)).toThrow("no place");
	});
});
