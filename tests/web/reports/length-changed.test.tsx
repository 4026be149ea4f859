import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { LengthChanged } from "#web/features/reports/summary/rare-notes.tsx";

it("the note on a video's other length says both lengths and offers a fresh analysis", () => {
	render(
		<LengthChanged change={{ read: 754, now: 3_720 }}>
			<button type="button">Re-analyze</button>
		</LengthChanged>,
	);
	const note = screen.getByRole("region", { name: "The video’s length changed since it was read" });
	expect(note.textContent).toContain("It was 12:34 long and is now 1:02:00.");
	expect(screen.getByRole("button", { name: "Re-analyze" })).toBeTruthy();
});
