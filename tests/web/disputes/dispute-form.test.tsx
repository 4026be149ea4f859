import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { Dispute } from "#contract/disputes.ts";
import { PAGE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import type { Statement } from "#contract/statement.ts";
import { PAGE_STANDINGS } from "#contract/verdicts.ts";
import { ShownReport } from "#tests/web/reports/shown-report.tsx";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { checkedReport, REFUTED, unverified } from "#tests/web/support/sample-evidence.ts";
import { VisitorContext } from "#web/features/accounts/auth-context.ts";

const MEMBER = { id: "m", full_name: "Ada" } as User;
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
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const PAGE = {
	url: "https://tides.example/records",
	final_url: "https://www.tides.example/records",
	title: "Records of the gauges",
	published_at: "2024-02-01",
	passages: [{ text: "The gauge at Haifa has risen since 1992." }],
	standing: "named",
};
const DISPUTE: Dispute = {
	id: "d",
	statement_id: REFUTED.id,
	reason: "source",
	url: PAGE.final_url,
	comment: "See the table.",
	can_move: true,
	created_at: "2026-11-24T10:00:00.000Z",
	settled_at: null,
	outcome: "open",
	before: { verdict: "refuted", ai_score: 90 },
	after: null,
};
const PAGES = `/api/statements/${REFUTED.id}/pages`;
const DISPUTES = `/api/statements/${REFUTED.id}/disputes`;

async function openPage(url: string): Promise<void> {
	await open();
	fireEvent.click(screen.getByRole("button", { name: "Dispute with a page" }));
	fireEvent.change(await screen.findByLabelText("Page address"), { target: { value: url } });
	fireEvent.click(screen.getByRole("button", { name: "Open page" }));
}

describe("dispute of a rating", () => {
	it("shows the page before it is sent with reason and comment", async () => {
		const asked = fakeApi({
			[PAGES]: () => ({ status: 201, body: { page: PAGE } }),
			[DISPUTES]: () => ({ status: 201, body: { dispute: DISPUTE, recheck: "started" } }),
		});
		show([REFUTED]);
		await openPage(" https://tides.example/records ");
		await screen.findByText("The gauge at Haifa has risen since 1992.");
		expect(screen.getByText("Records of the gauges").parentElement?.textContent).toContain(
			"tides.example · Feb 1, 2024",
		);
		const previews = asked.filter(({ path }) => path === PAGES);
		expect(previews.map(({ body }) => body)).toEqual([
			{ url: "https://tides.example/records", preview: true },
		]);
		// No reason is chosen for the member.
		const why = screen.getByLabelText<HTMLSelectElement>("Why do you disagree?");
		expect(why.value).toBe("");
		fireEvent.click(screen.getByRole("button", { name: "Send dispute" }));
		expect(screen.getByText("Choose why you disagree.").getAttribute("role")).toBe("alert");
		expect(asked.filter(({ path }) => path === DISPUTES)).toEqual([]);
		fireEvent.change(why, { target: { value: "outdated" } });
		fireEvent.change(screen.getByLabelText("Comment (optional, public)"), {
			target: { value: " See the table. " },
		});
		fireEvent.click(screen.getByRole("button", { name: "Send dispute" }));
		await screen.findByText(/^Sent\. The statement is checked again with your page/);
		const sent = asked.filter(({ path }) => path === DISPUTES);
		expect(sent.map(({ body }) => body)).toEqual([
			{ reason: "outdated", url: PAGE.final_url, comment: "See the table." },
		]);
	});

	it.each(PAGE_STANDINGS)("says before what the page can do: %s", async (standing) => {
		fakeApi({ [PAGES]: () => ({ status: 201, body: { page: { ...PAGE, standing } } }) });
		show([REFUTED]);
		await openPage(PAGE.url);
		const moves = standing === "named" || standing === "known_site";
		await screen.findByText(moves ? /the verdict may rest on it/ : /cannot move the verdict/);
	});

	it.each([
		...Object.values(PAGE_PROBLEM_WORDS).map((detail) => [422, "page_not_opened", detail] as const),
		[429, "too_many_requests", "You have added as many pages as allowed."] as const,
	])("shows error %i %s at the field and keeps the address: %s", async (status, code, detail) => {
		fakeApi({
			[PAGES]: () => ({
				status,
				body: {
					...problem(status, code, detail),
					...(status === 422 && { errors: [{ pointer: "/url", detail }] }),
				},
			}),
		});
		show([REFUTED]);
		await openPage("https://shut.example");
		await saidAloud(detail);
		const field = screen.getByLabelText<HTMLInputElement>("Page address");
		expect(field.getAttribute("aria-invalid")).toBe("true");
		expect(field.value).toBe("https://shut.example");
	});

	it("says why it was not sent, and keeps the comment", async () => {
		const detail = "You have sent as many disputes as one day allows.";
		fakeApi({
			[PAGES]: () => ({ status: 201, body: { page: PAGE } }),
			[DISPUTES]: () => ({ status: 429, body: problem(429, "too_many_requests", detail) }),
		});
		show([REFUTED]);
		await openPage(PAGE.url);
		const comment = await screen.findByLabelText<HTMLTextAreaElement>("Comment (optional, public)");
		fireEvent.change(comment, { target: { value: "See the table." } });
		fireEvent.change(screen.getByLabelText("Why do you disagree?"), {
			target: { value: "source" },
		});
		fireEvent.click(screen.getByRole("button", { name: "Send dispute" }));
		await saidAloud(detail);
		expect(comment.value).toBe("See the table.");
	});

	it.each([true, false])("asks a visitor to sign in, who does: %s", async (signs_in) => {
		const promptSignIn = vi.fn(async () => signs_in);
		const asked = fakeApi({ [PAGES]: () => ({ status: 201, body: { page: PAGE } }) });
		show([REFUTED], { user: null, promptSignIn });
		await openPage(PAGE.url);
		await waitFor(() =>
			expect(promptSignIn).toHaveBeenCalledWith("Please sign in to dispute a rating"),
		);
		if (signs_in) await screen.findByText("Records of the gauges");
		expect(asked.filter(({ path }) => path === PAGES)).toHaveLength(Number(signs_in));
		expect(screen.getByLabelText<HTMLInputElement>("Page address").value).toBe(PAGE.url);
	});

	it("sends nothing without an address", async () => {
		const asked = fakeApi({});
		show([REFUTED]);
		await openPage("  ");
		expect(await screen.findAllByText("Enter the address of a page")).toHaveLength(2);
		expect(asked.filter(({ path }) => path === PAGES)).toEqual([]);
	});

	it("asks for a source where there is no verdict, without a reason", async () => {
		const statement = unverified("no_evidence_found");
		const own = `/api/statements/${statement.id}`;
		const asked = fakeApi({
			[`${own}/pages`]: () => ({ status: 201, body: { page: PAGE } }),
			[`${own}/disputes`]: () => ({ status: 201, body: { dispute: DISPUTE, recheck: "later" } }),
		});
		show([statement]);
		await open();
		fireEvent.click(await screen.findByRole("button", { name: "Add a page about this" }));
		const field = await screen.findByLabelText("Page address");
		fireEvent.change(field, { target: { value: PAGE.url } });
		fireEvent.click(screen.getByRole("button", { name: "Open page" }));
		fireEvent.click(await screen.findByRole("button", { name: "Send page" }));
		await screen.findByText(/within a day; we notify you/);
		expect(asked.at(-1)?.body).toEqual({ reason: "source", url: PAGE.final_url });
	});
});

describe("reason of a vote that disagrees", () => {
	it("is one press, and the vote is stored without it", async () => {
		const asked = fakeApi({
			[`/api/videos/${checkedReport().video.id}/my-votes`]: () => ({
				status: 200,
				body: { votes: {} },
			}),
			[`/api/statements/${REFUTED.id}/vote`]: () => ({
				status: 200,
				body: { statement_id: REFUTED.id, upvotes: 0, downvotes: 1, user_vote: "downvote" },
			}),
		});
		show([REFUTED]);
		await open();
		fireEvent.click(screen.getByRole("button", { name: /^Disagree/ }));
		fireEvent.click(await screen.findByRole("button", { name: "Something is left out" }));
		await screen.findByText("Thank you. We noted why.");
		const puts = asked.filter(({ method }) => method === "PUT").map(({ body }) => body);
		expect(puts).toEqual([{ vote_type: "downvote" }, { vote_type: "downvote", reason: "context" }]);
	});
});

describe("disputes of a statement", () => {
	const after = { verdict: "supported" as const, ai_score: 10 };
	it.each([
		[{}, "Disputed on Nov 24, 2026 with a page of tides.example"],
		[{ outcome: "moved", after } as const, "Checked again: Refuted → Supported."],
		[{ outcome: "stays", after: DISPUTE.before } as const, "the verdict stays Refuted."],
		[{ outcome: "not_checked" } as const, "It could not be checked again within a day."],
		[
			{ outcome: "hidden", url: null, comment: null } as const,
			"Disputed on Nov 24, 2026. The site's team hides what was sent.",
		],
	])("are shown with their outcome: %j", async (fields, words) => {
		show([{ ...REFUTED, disputes: [{ ...DISPUTE, ...fields }] }]);
		await open();
		const list = await screen.findByRole("list", { name: "Disputes" });
		expect(list.textContent).toContain(words);
		expect(list.textContent?.includes("See the table.")).toBe(!("comment" in fields));
	});
});

it("marks quotes from pages that members added", async () => {
	const [first] = REFUTED.evidence;
	if (!first) throw new Error("no evidence");
	show([{ ...REFUTED, evidence: [{ ...first, by_member: true }] }]);
	await open();
	expect(document.body.textContent).toContain("Added by a member, so it never decides alone");
});
