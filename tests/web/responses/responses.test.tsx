import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import useSWR, { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { StatementId } from "#contract/ids.ts";
import type { Me } from "#contract/me.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";
import { ShownReport } from "#tests/web/reports/shown-report.tsx";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { sampleMe, sampleUser } from "#tests/web/support/sample-account.ts";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { sampleReport, VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { keys } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";
import { VisitorContext } from "#web/features/accounts/auth-context.ts";

const AT = "2026-02-03T10:00:00.000Z";

function sampleResponse(change: Partial<CreatorResponse> = {}): CreatorResponse {
	return {
		id: "r1",
		video_id: VIDEO_ID,
		statement_id: null,
		retired_statement: null,
		channel_name: "Plain Engineering",
		body: "The year was read wrongly.",
		created_at: AT,
		updated_at: AT,
		withdrawn_at: null,
		history: [],
		...change,
	};
}

const OWNER = sampleMe({ channels: [{ channel_id: "UC0", channel_name: "Plain Engineering" }] });

/** Shows the report from the cache, so that its changes show too. */
function Stored({ user }: { user: User | null }) {
	const { data } = useSWR<Report>(keys.report(VIDEO_ID));
	if (data === undefined) return null;
	return (
		<VisitorContext value={{ user, promptSignIn: async () => false }}>
			<ShownReport report={data} />
		</VisitorContext>
	);
}

async function show(
	responses: CreatorResponse[],
	me: Me | null = null,
	answers: Parameters<typeof fakeApi>[0] = {},
) {
	const asked = fakeApi({
		[keys.report(VIDEO_ID)]: () => ({ body: sampleReport({ responses }) }),
		[keys.myVotes(VIDEO_ID)]: () => ({ body: { votes: {} } }),
		[keys.me]: () => ({ body: me }),
		[keys.health]: () => ({ body: sampleHealth() }),
		...answers,
	});
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter>
				<Stored user={me === null ? null : sampleUser()} />
			</MemoryRouter>
		</SWRConfig>,
	);
	await screen.findByRole("region", { name: "Creator Response" });
	return asked;
}

const section = () => within(screen.getByRole("region", { name: "Creator Response" }));

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("creator responses of a report", () => {
	it("are offered through the claim form with the video's link if there are none", async () => {
		await show([]);
		expect(section().getByText(/^The creator hasn't responded yet\./)).toBeTruthy();
		const link = section().getByRole("link", { name: "Claim This Video" });
		const target = new URL(link.getAttribute("href") ?? "", "http://x");
		expect(target.pathname).toBe("/dashboard");
		expect(target.searchParams.get("tab")).toBe("owner");
		expect(target.searchParams.get("url")).toBe(`https://www.youtube.com/watch?v=${VIDEO_ID}`);
	});

	it("say that a claim would stay pending on a site that cannot decide claims", async () => {
		await show([], null, { [keys.health]: () => ({ body: sampleHealth({ claim_methods: [] }) }) });
		expect(await section().findByText(/cannot verify channels yet/)).toBeTruthy();
		expect(section().queryByText(/claim it to respond/)).toBeNull();
		expect(section().getByRole("link", { name: "Claim This Video" })).toBeTruthy();
	});

	it("show their text, that they were edited, and earlier versions", async () => {
		await show([
			sampleResponse({
				updated_at: "2026-02-05T10:00:00.000Z",
				history: [{ body: "You are wrong.", replaced_at: "2026-02-05T10:00:00.000Z" }],
			}),
		]);
		expect(section().getByText("The year was read wrongly.")).toBeTruthy();
		expect(section().getByText(/edited/)).toBeTruthy();
		expect(section().getByText("1 earlier version")).toBeTruthy();
		expect(section().getByText("You are wrong.")).toBeTruthy();
		expect(section().queryByText(/hasn't responded yet/)).toBeNull();
	});

	it("say that one was withdrawn", async () => {
		await show([sampleResponse({ body: "", withdrawn_at: AT })]);
		expect(section().getByText(/withdrew the response on/)).toBeTruthy();
	});

	it("appear in the card of the statement that they answer", async () => {
		await show([sampleResponse({ statement_id: "one" as StatementId, body: "It did." })]);
		const [card] = screen.getAllByRole("article");
		if (card === undefined) throw new Error("no card");
		expect(within(card).getByText("It did.")).toBeTruthy();
		expect(section().queryByText("It did.")).toBeNull();
	});

	it("appear in their section, with the quote, if their statement is gone", async () => {
		await show([
			sampleResponse({
				statement_id: "gone" as StatementId,
				retired_statement: "the bridge opened in 1771",
				body: "It was ten years later.",
			}),
		]);
		expect(section().getByText("It was ten years later.")).toBeTruthy();
		expect(
			section().getByText(/^About a statement of an earlier analysis/).parentElement?.textContent,
		).toContain("analysis: “the bridge opened in 1771”");
		expect(section().queryByText(/hasn't responded yet/)).toBeNull();
	});

	it("can be written only by the channel's owner", async () => {
		await show([], sampleMe());
		await waitFor(() => expect(screen.queryByRole("button", { name: /^Respond/ })).toBeNull());
		expect(section().getByRole("link", { name: "Claim This Video" })).toBeTruthy();
	});
});

describe("verified owner", () => {
	it("publishes a response on the page", async () => {
		const asked = await show([], OWNER, {
			"/api/responses": () => ({ status: 201, body: { response: sampleResponse() } }),
		});
		fireEvent.click(await section().findByRole("button", { name: "Respond to This Analysis" }));
		const field = section().getByLabelText("Your response to this analysis");
		fireEvent.change(field, { target: { value: "The year was read wrongly." } });
		fireEvent.click(section().getByRole("button", { name: "Publish Response" }));
		await section().findByText("The year was read wrongly.");
		expect(asked.at(-1)).toEqual({
			method: "POST",
			path: "/api/responses",
			body: { video_id: VIDEO_ID, body: "The year was read wrongly." },
		});
		expect(section().getByRole("button", { name: "Edit Response" })).toBeTruthy();
	});

	it("cannot publish a blank response", async () => {
		const asked = await show([], OWNER);
		fireEvent.click(await section().findByRole("button", { name: "Respond to This Analysis" }));
		fireEvent.click(section().getByRole("button", { name: "Publish Response" }));
		expect(section().getByText("Write something first.")).toBeTruthy();
		expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
	});

	it("withdraws a response only after a confirmation", async () => {
		const asked = await show([sampleResponse()], OWNER, {
			"/api/responses/r1": () => ({
				body: { response: sampleResponse({ body: "", withdrawn_at: AT }) },
			}),
		});
		fireEvent.click(await section().findByRole("button", { name: "Withdraw" }));
		expect(asked.filter(({ method }) => method === "DELETE")).toEqual([]);
		fireEvent.click(section().getByRole("button", { name: "Withdraw Response" }));
		await section().findByText(/withdrew the response on/);
		expect(section().getByRole("button", { name: "Respond to This Analysis" })).toBeTruthy();
	});
});
