import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Follow, FollowingItem, FollowList } from "#contract/follows.ts";
import { VideoId } from "#contract/ids.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { sampleMe, sampleUser } from "#tests/web/support/sample-account.ts";
import { AuthContext } from "#web/features/accounts/auth-context.ts";
import { AnalyzeContext } from "#web/features/analysis/analyze-context.ts";
import { FollowButtons } from "#web/features/follows/follow-buttons.tsx";
import { FollowingPage } from "#web/features/follows/following-page.tsx";
import { rememberOpened } from "#web/features/follows/opened-channels.ts";

const CHANNEL = { kind: "channel", id: `UC${"a".repeat(22)}`, title: "Harbour Talks" } as const;
const SINCE = "2026-02-01T10:00:00.000Z";
const user = sampleUser();

/** What the server has. */
let list: FollowList;
let items: FollowingItem[];
let seen_at: string | null;
let refused: boolean;
let weekly_mail: boolean;
let mail: boolean;
const start = vi.fn(async () => ({ kind: "started" as const, video_id: "aaaaaaaaaaa" }));

function anItem(fields: Partial<FollowingItem> = {}): FollowingItem {
	return {
		id: `item ${fields.at} ${fields.kind}`,
		kind: "result",
		at: "2026-02-03T10:00:00.000Z",
		path: "/results/aaaaaaaaaaa",
		video: {
			id: VideoId.parse("aaaaaaaaaaa"),
			title: "A talk",
			channel_id: CHANNEL.id,
			channel_name: CHANNEL.title,
			result: null,
		},
		statement: null,
		...fields,
	};
}

beforeEach(() => {
	list = { follows: [], feed: null };
	[items, seen_at, refused] = [[], null, false];
	[weekly_mail, mail] = [false, true];
	start.mockClear();
	localStorage.clear();
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

function api() {
	const busy = { status: 503, body: problem(503, "busy", "Busy right now") };
	const path = `/api/follows/channel/${CHANNEL.id}`;
	return fakeApi({
		"/api/follows": () => (refused ? busy : { body: list }),
		"/api/following": () => (refused ? busy : { body: { items, seen_at, next_cursor: null } }),
		"/api/following/seen": () => ({ status: 204 }),
		"/api/following/key": ({ method }) => {
			const on = method === "POST";
			list = { ...list, feed: on ? { created_at: SINCE } : null };
			const address = "https://checks.example/api/following.atom?key=secret";
			return on ? { status: 201, body: { address } } : { status: 204 };
		},
		"/api/me": ({ method, body }) => {
			if (method === "PATCH") weekly_mail = (body as { weekly_mail: boolean }).weekly_mail;
			return { body: sampleMe({ weekly_mail }) };
		},
		"/api/mail/unsubscribe?token=secret": () => ({ status: 204 }),
		"/api/health": () => ({ body: { status: "ok", mode: "live", panel: [], mail } }),
		[path]: ({ method }) => {
			if (refused) return busy;
			const follows: Follow[] = method === "PUT" ? [{ ...CHANNEL, since: SINCE }] : [];
			list = { ...list, follows };
			return method === "PUT" ? { body: follows[0] } : { status: 204 };
		},
	});
}

function show(
	page: React.ReactNode,
	signed_in = true,
	promptSignIn = vi.fn(async () => false),
	address = "/",
) {
	const auth = {
		user: signed_in ? user : null,
		reads: true,
		promptSignIn,
		promptToRead: promptSignIn,
		signOut: async () => {},
		refreshUser: async () => {},
	};
	render(
		<SWRConfig
			value={{
				provider: () => new Map(),
				dedupingInterval: 0,
				shouldRetryOnError: false,
				fetcher: (path: string) => fetch(path).then((answer) => answer.json()),
			}}
		>
			<AuthContext value={auth}>
				<AnalyzeContext value={{ start, running: [], show: () => {} }}>
					<MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
				</AnalyzeContext>
			</AuthContext>
		</SWRConfig>,
	);
	return promptSignIn;
}

describe("the button", () => {
	it("follows and unfollows", async () => {
		const asked = api();
		show(<FollowButtons subjects={[CHANNEL]} />);
		fireEvent.click(screen.getByRole("button", { name: "Follow channel" }));
		fireEvent.click(await screen.findByRole("button", { name: "Following channel" }));
		await screen.findByRole("button", { name: "Follow channel" });
		const changes = asked.filter(({ path }) => path.startsWith("/api/follows/"));
		expect(changes.map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
	});

	it("says why the server refused, and shows what is followed", async () => {
		api();
		show(<FollowButtons subjects={[CHANNEL]} />);
		await waitFor(() => expect(screen.getByRole("button")).toBeDefined());
		refused = true;
		fireEvent.click(screen.getByRole("button"));
		expect((await screen.findByRole("alert")).textContent).toBe("Busy right now");
		expect(screen.getByRole("button", { name: "Follow channel" })).toBeDefined();
	});

	it("asks a visitor to sign in", async () => {
		const asked = api();
		const promptSignIn = show(<FollowButtons subjects={[CHANNEL]} />, false);
		fireEvent.click(screen.getByRole("button"));
		expect(promptSignIn).toHaveBeenCalledWith("Please sign in to follow this channel");
		expect(asked).toEqual([]);
	});
});

describe("the page", () => {
	it("asks a visitor to sign in", () => {
		api();
		show(<FollowingPage />, false);
		expect(screen.getByRole("heading", { name: "Sign In Required" })).toBeDefined();
	});

	it("suggests three channels that the member has opened", async () => {
		api();
		for (const id of ["1", "2", "3", "4"])
			rememberOpened(user.id, { kind: "channel", id, title: `Channel ${id}` });
		show(<FollowingPage />);
		await screen.findByText("You follow nothing yet");
		const names = screen.getAllByRole("button", { name: /^Follow Channel/ });
		expect(names.map((button) => button.textContent)).toEqual(
			["4", "3", "2"].map((id) => `Follow Channel ${id}`),
		);
	});

	it("shows what is new since the last visit first, and remembers the visit", async () => {
		list = { ...list, follows: [{ ...CHANNEL, since: SINCE }] };
		seen_at = "2026-02-02T10:00:00.000Z";
		items = [
			anItem({
				kind: "verdict_moved",
				statement: { id: "s1" as never, content: "The tower is 9 metres tall.", claim: null },
				before: { verdict: "refuted", ai_score: 90 },
				after: { verdict: "supported", ai_score: 5 },
			}),
			anItem({ at: "2026-02-01T10:00:00.000Z" }),
		];
		const asked = api();
		show(<FollowingPage />);
		const fresh = await screen.findByRole("region", { name: "New since your last visit" });
		expect(fresh.textContent).toContain("Refuted");
		expect(fresh.textContent).toContain("Supported");
		expect(screen.getByRole("region", { name: "Earlier" }).textContent).toContain("A talk");
		await waitFor(() =>
			expect(asked).toContainEqual({
				method: "POST",
				path: "/api/following/seen",
				body: { at: items[0]?.at },
			}),
		);
	});

	it("keeps the focus beside the list when its last entry is removed", async () => {
		list = { ...list, follows: [{ ...CHANNEL, since: SINCE }] };
		api();
		show(<FollowingPage />);
		fireEvent.click(await screen.findByRole("button", { name: "Unfollow Harbour Talks" }));
		await waitFor(() => expect(screen.queryByText("You follow 1 subject")).toBeNull());
		const beside = screen.getByRole("complementary", { name: "What you follow" });
		expect(document.activeElement).toBe(beside);
	});

	it("says that it could not be loaded, and tries again", async () => {
		refused = true;
		api();
		show(<FollowingPage />);
		await waitFor(() => expect(screen.getAllByText("Busy right now").length).toBe(2));
		refused = false;
		for (const button of screen.getAllByRole("button", { name: "Try Again" }))
			fireEvent.click(button);
		await screen.findByText("You follow nothing yet");
	});

	it("checks a new video, or a moment of it", async () => {
		items = [anItem({ kind: "upload" })];
		api();
		show(<FollowingPage />);
		fireEvent.click(await screen.findByRole("button", { name: "Check" }));
		const url = "https://www.youtube.com/watch?v=aaaaaaaaaaa";
		expect(start).toHaveBeenLastCalledWith({ url });
		await screen.findByRole("button", { name: "Check" });
		fireEvent.click(screen.getByRole("button", { name: "Check a moment" }));
		const field = screen.getByRole("textbox", { name: "When was it said?" });
		const enter = (value: string) => {
			fireEvent.change(field, { target: { value } });
			fireEvent.click(screen.getByRole("button", { name: "Check This Moment" }));
		};
		enter("soon");
		expect((await screen.findByRole("alert")).textContent).toContain("12:34");
		enter("1:02:03");
		expect(start).toHaveBeenLastCalledWith({ url, at: 3_723 });
	});

	it("asks for the weekly email", async () => {
		api();
		show(<FollowingPage />);
		fireEvent.click(await screen.findByRole("checkbox", { name: /Weekly email/ }));
		await screen.findByText("You will get the weekly email.");
		expect(weekly_mail).toBe(true);
	});

	it("offers no weekly email where the site cannot send any, but lets it be stopped", async () => {
		mail = false;
		api();
		show(<FollowingPage />);
		await screen.findByText("This site cannot send email yet.");
		expect(screen.queryByRole("checkbox")).toBeNull();
		cleanup();
		weekly_mail = true;
		show(<FollowingPage />);
		fireEvent.click(await screen.findByRole("checkbox", { name: /Weekly email/ }));
		await waitFor(() => expect(weekly_mail).toBe(false));
	});

	it("stops the weekly email with one press, without signing in", async () => {
		const asked = api();
		show(<FollowingPage />, false, undefined, "/following#token=secret");
		fireEvent.click(screen.getByRole("button", { name: "Stop the Email" }));
		await screen.findByText("The weekly email is stopped");
		expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
			"POST /api/mail/unsubscribe?token=secret",
		]);
	});

	it("creates the feed's address, shows it once and closes it", async () => {
		api();
		show(<FollowingPage />);
		fireEvent.click(await screen.findByRole("button", { name: "Create an Address" }));
		const field = await screen.findByRole("textbox", { name: "Feed address" });
		expect((field as HTMLInputElement).value).toContain("key=secret");
		fireEvent.click(await screen.findByRole("button", { name: "Close the Feed" }));
		await screen.findByRole("button", { name: "Create an Address" });
		expect(screen.queryByRole("textbox", { name: "Feed address" })).toBeNull();
	});
});
