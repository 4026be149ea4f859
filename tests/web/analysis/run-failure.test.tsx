import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RunFailure } from "#web/features/analysis/run-failure.tsx";

afterEach(cleanup);

function shown(tracks?: { language: string; kind: "manual" | "asr" }[]) {
	const onLanguage = vi.fn();
	render(
		<RunFailure
			title="Spoken language unknown"
			detail="Choose the language that is spoken."
			transcript_wanted={false}
			tracks={tracks}
			videoId="Abc_123-xYz"
			duration={null}
			refusal={null}
			busy={false}
			onRetry={vi.fn()}
			onTranscript={vi.fn()}
			onLanguage={onLanguage}
		/>,
	);
	return onLanguage;
}

describe("RunFailure", () => {
	it("offers each language of the captions once, by its name", () => {
		const onLanguage = shown([
			{ language: "de", kind: "manual" },
			{ language: "pt-BR", kind: "manual" },
			{ language: "de", kind: "asr" },
		]);
		const list = screen.getByLabelText<HTMLSelectElement>("Language that is spoken");
		expect([...list.options].map(({ text }) => text)).toEqual(["German", "Brazilian Portuguese"]);
		fireEvent.change(list, { target: { value: "pt-BR" } });
		fireEvent.click(screen.getByRole("button", { name: "Read These Captions" }));
		expect(onLanguage).toHaveBeenCalledExactlyOnceWith("pt-BR");
	});

	it("offers none for other failures", () => {
		shown();
		expect(screen.queryByLabelText("Language that is spoken")).toBeNull();
	});
});
