import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ShortcutKeys } from "#web/features/site/shortcuts/shortcut-keys.tsx";
import { SHORTCUTS, setShortcutsEnabled } from "#web/features/site/shortcuts/shortcuts.ts";
import { closeShortcutHelp, ShortcutHelpButton } from "#web/ui/shortcut-help.tsx";

const pressed = vi.fn();

function open(): void {
	render(
		<>
			<ShortcutKeys />
			<ShortcutHelpButton />
			<input type="search" aria-label="Search" />
			<textarea aria-label="Words" />
			{["one", "two"].map((id) => (
				<section key={id} data-statement="" id={id} tabIndex={-1}>
					{["more", "agree", "disagree"].map((name) => (
						<button key={name} type="button" data-press={name} onClick={() => pressed(id, name)}>
							{`${name} ${id}`}
						</button>
					))}
				</section>
			))}
		</>,
	);
}

function key(name: string, change: KeyboardEventInit = {}): void {
	const at = document.activeElement ?? document.body;
	fireEvent.keyDown(at, { key: name, ...change });
}

/** A closing dialog is hidden from roles before it is removed; opened then, it would stay hidden. */
async function dialogRemoved(): Promise<void> {
	await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
}

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
	localStorage.clear();
	setShortcutsEnabled(true);
	pressed.mockClear();
	open();
});
afterEach(() => {
	act(closeShortcutHelp);
	cleanup();
});

describe("keyboard shortcuts", () => {
	it("move from statement to statement and stop at both ends", () => {
		const at = () => document.activeElement?.id;
		key("j");
		expect(at()).toBe("one");
		key("j");
		expect(at()).toBe("two");
		key("j");
		expect(at()).toBe("two");
		key("k");
		key("k");
		expect(at()).toBe("one");
	});

	it("expand a collapsed statement before voting on it", () => {
		const more = screen.getByRole("button", { name: "more one" });
		more.setAttribute("aria-expanded", "false");
		key("j");
		key("d");
		expect(pressed.mock.calls).toEqual([
			["one", "more"],
			["one", "disagree"],
		]);
	});

	it("expand the focused statement and vote on it, but do nothing on its buttons", () => {
		key("a");
		expect(pressed).not.toHaveBeenCalled();
		key("j");
		key("Enter");
		key("a");
		screen.getByRole("button", { name: "more one" }).focus();
		key("d");
		key("Enter");
		expect(pressed.mock.calls).toEqual([
			["one", "more"],
			["one", "agree"],
		]);
	});

	it("focus the search field", async () => {
		key("/");
		await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("searchbox")));
	});

	it("do nothing while the visitor types or a modifier key is pressed", () => {
		screen.getByRole("textbox", { name: "Words" }).focus();
		key("j");
		expect(document.activeElement?.id).toBe("");
		screen.getByRole("textbox", { name: "Words" }).blur();
		for (const modifier of ["ctrlKey", "metaKey", "altKey"]) {
			key("j", { [modifier]: true });
		}
		expect(document.activeElement).toBe(document.body);
	});

	it("are all listed in the help, which a key and a button open", async () => {
		await act(async () => key("?"));
		const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
		expect(
			within(dialog)
				.getAllByRole("term")
				.map(({ textContent }) => textContent),
		).toEqual(SHORTCUTS.map(({ label }) => label));
		key("j");
		expect(document.activeElement?.closest("[data-statement]")).toBeNull();
		fireEvent.click(within(dialog).getByRole("button", { name: /Close/ }));
		await dialogRemoved();
		fireEvent.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
		await screen.findByRole("dialog");
	});

	it("can be switched off in the help, also for later visits", async () => {
		await act(async () => key("?"));
		const box = await screen.findByRole("checkbox", { name: "Use these keys" });
		fireEvent.click(box);
		expect(localStorage.getItem("shortcuts")).toBe("off");
		act(closeShortcutHelp);
		await dialogRemoved();
		key("j");
		expect(document.activeElement?.closest("[data-statement]")).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
		fireEvent.click(await screen.findByRole("checkbox", { name: "Use these keys" }));
		expect(localStorage.getItem("shortcuts")).toBeNull();
	});
});
