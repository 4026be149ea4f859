import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import { PAGE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import type { Statement } from "#contract/statement.ts";
import { ShownReport } from "#tests/web/reports/shown-report.tsx";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { checkedReport, REFUTED } from "#tests/web/support/sample-evidence.ts";
import { VisitorContext } from "#web/features/accounts/auth-context.ts";

const MEMBER = { id: "m", full_name: "Ada" } as User;
const NO_ADDRESS = "Enter the whole address of the page, beginning with https://.";
const SIGNED_IN = { user: MEMBER, promptSignIn: async () => true };

function show(
	statements: Statement[],
	visitor: { user: User | null; promptSignIn: (reason: string) => Promise<boolean> } = SIGNED_IN,
): void {
	window.history.replaceState(null, "", "/");
	render(
		<SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
			<BrowserRouter>
				<VisitorContext value={visitor}>
					<ShownReport report={{ ...checkedReport(), statements }} />
				</VisitorContext>
			</BrowserRouter>
		</SWRConfig>,
	);
}

async function open(): Promise<void> {
	const card = document.querySelector<HTMLElement>("[data-statement]");
	if (card === null) throw new Error("no statement is shown");
	fireEvent.click(within(card).getByRole("button", { name: /More/ }));
	await within(card).findByText("Explanation");
}

/** The alert is always present and is filled when the answer arrives. */
async function saidAloud(text: string): Promise<void> {
	await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
}

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
	fakeApi({});
});
afterEach(cleanup);

describe("adding a page to a statement", () => {
	const PAGE = {
		url: "https://tides.example/records",
		final_url: "https://tides.example/records",
		title: "Records of the gauges",
		published_at: "2024-02-01",
		passages: [{ text: "The gauge at Haifa has risen since 1992." }],
	};
	const PATH = `/api/statements/${REFUTED.id}/pages`;

	async function add(url: string): Promise<void> {
		await open();
		fireEvent.click(screen.getByRole("button", { name: "Add a page about this" }));
		fireEvent.change(screen.getByLabelText("Page address"), { target: { value: url } });
		fireEvent.click(screen.getByRole("button", { name: "Add page" }));
	}

	it("sends the address and shows the passages found", async () => {
		const asked = fakeApi({ [PATH]: () => ({ status: 201, body: { page: PAGE } }) });
		show([REFUTED]);
		await add(" https://tides.example/records ");
		await screen.findByText("The gauge at Haifa has risen since 1992.");
		expect(screen.getByText("Records of the gauges").textContent).toContain(
			"tides.example · Feb 1, 2024",
		);
		expect(asked).toContainEqual({
			method: "POST",
			path: PATH,
			body: { url: "https://tides.example/records" },
		});
	});

	it.each([
		...([
			...[...Object.values(PAGE_PROBLEM_WORDS), NO_ADDRESS].map(
				(detail) => [422, "page_not_opened", detail] as const,
			),
			[429, "too_many_requests", "You have added as many pages as allowed."],
			[409, "statement_retired", "A newer analysis no longer includes it."],
		] as const),
	])(
		"shows error %i %s at the field and keeps the typed text: %s",
		async (status, code, detail) => {
			fakeApi({
				[PATH]: () => ({
					status,
					body: {
						...problem(status, code, detail),
						...(status === 422 && { errors: [{ pointer: "/url", detail }] }),
					},
				}),
			});
			show([REFUTED]);
			await add("https://shut.example");
			await saidAloud(detail);
			const field = screen.getByLabelText<HTMLInputElement>("Page address");
			expect(field.getAttribute("aria-invalid")).toBe("true");
			const note = document.getElementById(field.getAttribute("aria-describedby") ?? "");
			expect(note?.textContent).toBe(detail);
			expect(field.value).toBe("https://shut.example");
			expect(screen.getByRole("button", { name: "Add page" }).hasAttribute("disabled")).toBe(false);
		},
	);

	it("keeps the typed text if the server cannot be reached", async () => {
		show([REFUTED]);
		vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
		await add("https://tides.example");
		await saidAloud("We could not reach the server. Check your connection and try again.");
		expect(screen.getByLabelText<HTMLInputElement>("Page address").value).toBe(
			"https://tides.example",
		);
	});

	it.each([
		["a visitor", null, true],
		["a visitor who closes the dialog", null, false],
		["a member whose session has ended", MEMBER, true],
		["a member whose session has ended, who closes the dialog", MEMBER, false],
	] as const)("asks %s to sign in and continues with the typed text", async (_, user, signs_in) => {
		let signed_in = false;
		const promptSignIn = vi.fn(async () => {
			signed_in = signs_in;
			return signs_in;
		});
		const detail = "Please sign in to add a page";
		const asked = fakeApi({
			[PATH]: () =>
				signed_in
					? { status: 201, body: { page: PAGE } }
					: { status: 401, body: problem(401, "not_signed_in", detail) },
		});
		show([REFUTED], { user, promptSignIn });
		await add(PAGE.url);
		const field = screen.getByLabelText<HTMLInputElement>("Page address");
		await waitFor(() => expect(promptSignIn).toHaveBeenCalledWith(detail));
		if (signs_in) {
			await screen.findByText("Added. The next analysis reads it.");
			expect(field.value).toBe("");
			expect(asked.at(-1)?.body).toEqual({ url: PAGE.url });
		} else {
			if (user !== null) await saidAloud(detail);
			expect(field.value).toBe(PAGE.url);
		}
	});

	it("marks quotes from pages that members added", async () => {
		const [first] = REFUTED.evidence;
		if (!first) throw new Error("no evidence");
		show([{ ...REFUTED, evidence: [{ ...first, by_member: true }] }]);
		await open();
		expect(document.body.textContent).toContain("Added by a member, so it never decides alone");
	});

	it("sends nothing without an address", async () => {
		const asked = fakeApi({});
		show([REFUTED]);
		await add("  ");
		expect(await screen.findAllByText("Enter the address of a page")).toHaveLength(2);
		expect(asked.filter(({ path }) => path === PATH)).toEqual([]);
	});
});
