import { expect, it } from "vitest";
import {
	readPrehydrationField,
	watchPrehydrationField,
} from "#web/features/site/home/use-home-link.ts";

function aPage(): HTMLElement {
	const root = document.createElement("div");
	const form = document.createElement("form");
	const field = document.createElement("input");
	field.name = "url";
	form.append(field);
	root.append(form);
	document.body.replaceChildren(root);
	watchPrehydrationField(root);
	return root;
}

const fieldOf = (root: HTMLElement) =>
	root.querySelector("input") ?? document.createElement("input");

it("passes on a link that was submitted before the app ran", () => {
	const root = aPage();
	fieldOf(root).value = "https://youtu.be/abc";
	fieldOf(root).form?.requestSubmit();
	root.replaceChildren();
	expect(readPrehydrationField()).toEqual({
		link: "https://youtu.be/abc",
		focused: false,
		sent: true,
	});
	expect(readPrehydrationField()).toBeNull();
});

it("distinguishes a field that was left from one that was removed", async () => {
	const left = fieldOf(aPage());
	left.focus();
	left.blur();
	await Promise.resolve();
	expect(readPrehydrationField()?.focused).toBe(false);

	const root = aPage();
	fieldOf(root).focus();
	root.replaceChildren();
	expect(readPrehydrationField()?.focused).toBe(true);
});

it("finds nothing if the page has no form", () => {
	watchPrehydrationField(document.createElement("div"));
	expect(readPrehydrationField()).toBeNull();
});
