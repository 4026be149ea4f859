import { expect, it, vi } from "vitest";
import { button } from "#extension/element.ts";

it("is not pressed by a script, whose events are not trusted", () => {
	const press = vi.fn();
	const made = button("Check", press);
	document.body.append(made);
	made.click();
	made.dispatchEvent(new MouseEvent("click", { bubbles: true }));
	made.dispatchEvent(new PointerEvent("click"));
	expect(press).not.toHaveBeenCalled();
});

it("is pressed by a person", () => {
	const press = vi.fn();
	const add = vi.spyOn(HTMLButtonElement.prototype, "addEventListener");
	button("Check", press);
	const [, listen] = add.mock.calls.find(([type]) => type === "click") ?? [];
	add.mockRestore();
	(listen as (event: object) => void)({ isTrusted: true });
	expect(press).toHaveBeenCalledOnce();
});
