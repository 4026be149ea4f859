import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { VideoEdit } from "#contract/video.ts";
import { EditedNote } from "#web/features/reports/summary/rare-notes.tsx";

const EDIT: VideoEdit = {
	noticed_at: "2026-03-05T10:00:00.000Z",
	duration: { analysed: 612, now: 580 },
	captions_changed: 7.5,
	affected: 2,
};

function edited(more: Partial<VideoEdit> = {}): HTMLElement {
	render(
		<EditedNote edit={{ ...EDIT, ...more }}>
			<button type="button">Re-analyze</button>
		</EditedNote>,
	);
	return screen.getByRole("region", { name: "The video was edited after this analysis" });
}

afterEach(cleanup);

describe("note on an edited video", () => {
	it("says what changed and what it means for the votes, and offers a fresh analysis", () => {
		const shown = edited();
		expect(shown.textContent).toContain("10:12 long and is now 9:40");
		expect(shown.textContent).toContain("7.5% of the words in its captions");
		expect(shown.textContent).toContain("The votes on 2 statements");
		expect(within(shown).getByRole("button").textContent).toBe("Re-analyze");
	});

	it("names only what is known to have changed", () => {
		const shown = edited({ duration: null, affected: 0 });
		expect(shown.textContent).not.toContain("long");
		expect(shown.textContent).toContain("statements are still in its captions");
	});
});
