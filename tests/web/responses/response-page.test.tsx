import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import useSWR, { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import type { StatementId, VideoId } from "#contract/ids.ts";
import { type CreatorResponse, FreshLook } from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";
import { ShownReport } from "#tests/web/reports/shown-report.tsx";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import { sampleMe, sampleUser } from "#tests/web/support/sample-account.ts";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import {
	sampleAnalysis,
	sampleReport,
	sampleStatement,
	sampleVideo,
	VIDEO_ID,
} from "#tests/web/support/sample-report.ts";
import { keys } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";
import { VisitorContext } from "#web/features/accounts/auth-context.ts";
import { ToastRegion } from "#web/ui/toasts.tsx";

const AT = "2026-02-03T10:00:00.000Z";
const PAGE = "https://records.example/1781";
const FIELD = "A page that supports your reply";
const TEXT = "Your response to this statement";
const OWNER = sampleMe({ channels: [{ channel_id: "UC0", channel_name: "Plain Engineering" }] });
const RESPONSE = {
	id: "r1",
	video_id: VIDEO_ID as VideoId,
	retired_statement: null,
	statement_id: "one" as StatementId,
	channel_name: "Plain Engineering",
	body: "The year is right.",
	created_at: AT,
	updated_at: AT,
	withdrawn_at: null,
	history: [],
};

function Stored() {
	const { data } = useSWR<Report>(keys.report(VIDEO_ID));
	return data === undefined ? null : <ShownReport report={data} run={data.analysis} />;
}

type Answers = Parameters<typeof fakeApi>[0];

/** The open form of the first statement. */
async function openForm(answers: Answers) {
	const asked = fakeApi({
		[keys.report(VIDEO_ID)]: () => ({ body: sampleReport() }),
		[keys.health]: () => ({ body: sampleHealth() }),
		[keys.myVotes(VIDEO_ID)]: () => ({ body: { votes: {} } }),
		[keys.me]: () => ({ body: OWNER }),
		...answers,
	});
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter>
				<VisitorContext value={{ user: sampleUser(), promptSignIn: async () => false }}>
					<Stored />
				</VisitorContext>
				<ToastRegion />
			</MemoryRouter>
		</SWRConfig>,
	);
	return { asked, form: await openCard(0) };
}

/** The form of a statement's card, opened. */
async function openCard(place: number) {
	const card = (await screen.findAllByRole("article"))[place];
	if (card === undefined) throw new Error("no card");
	const form = within(card);
	fireEvent.click(form.getByRole("button", { name: /More/ }));
	fireEvent.click(await form.findByRole("button", { name: "Respond to This Statement" }));
	return form;
}

type Form = Awaited<ReturnType<typeof openCard>>;

function write(form: Form, body: string): void {
	fireEvent.change(form.getByLabelText(TEXT), { target: { value: body } });
}

/** What the card's live regions say. */
function statusOf(form: Form): string {
	return form
		.getAllByRole("status")
		.map(({ textContent }) => textContent)
		.join("");
}

/** The form of the first statement, filled in. */
async function fillIn(
	answer: () => { status: number; body: unknown },
	page: string,
	answers: Answers = {},
) {
	const { asked, form } = await openForm({ "/api/responses": answer, ...answers });
	write(form, RESPONSE.body);
	fireEvent.change(form.getByLabelText(FIELD), { target: { value: page } });
	const send = () => fireEvent.click(form.getByRole("button", { name: "Publish Response" }));
	return { asked, form, send };
}

const stored = (fresh_look: FreshLook | null) => () => ({
	status: 201,
	body: { response: RESPONSE, fresh_look },
});

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
	// The video may still be followed, for a second after another file's test.
	vi.stubGlobal("EventSource", FakeEventSource);
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("page of a creator's reply", () => {
	it("is sent with the reply, and the report is read again when its check begins", async () => {
		const { asked, send } = await fillIn(stored("started"), ` ${PAGE} `);
		const reads = () => asked.filter(({ path }) => path === keys.report(VIDEO_ID)).length;
		const before = reads();
		send();
		await screen.findAllByText("We are checking this statement again with your page.");
		expect(asked).toContainEqual({
			method: "POST",
			path: "/api/responses",
			body: { video_id: VIDEO_ID, statement_id: "one", body: RESPONSE.body, page: PAGE },
		});
		await waitFor(() => expect(reads()).toBeGreaterThan(before));
	});

	it("leaves the other forms and the outcome in place while its check runs", async () => {
		let analysis: Analysis | null = null;
		const second = sampleStatement({ id: "two" as StatementId, timestamp: 90 });
		const { form, send } = await fillIn(
			() => {
				analysis = sampleAnalysis();
				return stored("started")();
			},
			PAGE,
			{
				[keys.report(VIDEO_ID)]: () => ({
					body: sampleReport({ statements: [sampleStatement(), second], analysis }),
				}),
			},
		);
		const other = await openCard(1);
		write(other, "Not yet sent.");
		expect(screen.getByRole("button", { name: "Re-analyze" })).toBeTruthy();
		send();
		await waitFor(() => expect(screen.queryByRole("button", { name: "Re-analyze" })).toBeNull());
		expect(other.getByLabelText<HTMLTextAreaElement>(TEXT).value).toBe("Not yet sent.");
		expect(statusOf(form)).toBe("We are checking this statement again with your page.");
	});

	it.each([
		["has sources", ["wikipedia" as const], "check this statement again with"],
		["was rated without sources", [], "The next analysis reads it."],
	])("is said to be used as it will be if the result %s", async (_, evidence_sources, words) => {
		const video = sampleVideo({ evidence_sources });
		const { form } = await openForm({
			[keys.report(VIDEO_ID)]: () => ({ body: sampleReport({ video }) }),
		});
		expect(form.getByText(/^Optional\. We open it/).textContent).toContain(words);
	});

	it("is not asked for on a site that opens none", async () => {
		const { form } = await openForm({
			[keys.health]: () => ({ body: sampleHealth({ evidence_sources: [] }) }),
		});
		await waitFor(() => expect(form.queryByLabelText(FIELD)).toBeNull());
		expect(form.getByLabelText(TEXT)).toBeTruthy();
	});

	it("is refused with a reply that has been written elsewhere, which is then shown", async () => {
		let responses: CreatorResponse[] = [];
		const { form, send } = await fillIn(
			() => {
				responses = [{ ...RESPONSE, body: "From another window." }];
				return { status: 409, body: problem(409, "already_responded", "Responded already.") };
			},
			PAGE,
			{ [keys.report(VIDEO_ID)]: () => ({ body: sampleReport({ responses }) }) },
		);
		send();
		expect(await form.findByText("From another window.")).toBeTruthy();
		expect(form.getByRole("alert").textContent).toBe("Responded already.");
	});

	it("may be left out", async () => {
		const { asked, form, send } = await fillIn(stored(null), " ");
		send();
		await form.findByRole("button", { name: "Edit Response" });
		expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
			video_id: VIDEO_ID,
			statement_id: "one",
			body: RESPONSE.body,
		});
		expect(statusOf(form)).toBe("");
	});

	it.each(FreshLook.options.filter((it) => it !== "started"))(
		"is kept for the next analysis if no check begins, and the form says why: %s",
		async (fresh_look) => {
			const { form, send } = await fillIn(stored(fresh_look), PAGE);
			send();
			await form.findByRole("button", { name: "Edit Response" });
			expect(statusOf(form)).toMatch(
				/^Your page is added\. .+ The next analysis reads the page\.$/,
			);
		},
	);

	it("shows at its field why it was refused, and keeps what was typed", async () => {
		const detail = "The address is not on the public internet.";
		const { form, send } = await fillIn(
			() => ({
				status: 422,
				body: {
					...problem(422, "page_not_opened", detail),
					errors: [{ pointer: "/page", detail }],
				},
			}),
			"http://10.0.0.1/",
		);
		send();
		expect((await form.findByRole("alert")).textContent).toBe(detail);
		const field = form.getByLabelText<HTMLInputElement>(FIELD);
		expect(field.getAttribute("aria-invalid")).toBe("true");
		expect(field.value).toBe("http://10.0.0.1/");
		expect(form.getByText(RESPONSE.body)).toBeTruthy();
	});

	it("is not asked for in a reply to the whole analysis", async () => {
		await fillIn(stored(null), "");
		const whole = within(screen.getByRole("region", { name: "Creator Response" }));
		fireEvent.click(await whole.findByRole("button", { name: "Respond to This Analysis" }));
		expect(whole.queryByLabelText(FIELD)).toBeNull();
	});
});
