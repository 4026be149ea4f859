import {
	type ReactNode,
	Suspense,
	useCallback,
	useDeferredValue,
	useEffect,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { useSWRConfig } from "swr";
import { SECOND_FACTOR_FRAGMENT } from "#contract/addresses.ts";
import { isPersonalKey } from "#web/api/keys.ts";
import { post } from "#web/api/request.ts";
import { useSession } from "#web/api/use-session.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyComponent, missingLayer } from "#web/ui/lazy-part.tsx";
import { type Auth, AuthContext, type AuthMode, type AuthPrompt } from "./auth-context.ts";

const AuthDialog = lazyComponent(
	async () => (await import("./sign-in/auth-dialog.tsx")).AuthDialog,
	undefined,
	{ ahead: true, missing: missingLayer },
);

/** Matches the address to which Google sign-in returns, with its outcome. */
const GOOGLE_RETURN = new RegExp(`[?&]auth_error=|#${SECOND_FACTOR_FRAGMENT}=`);

/** Provides the session and the page's one sign-in dialog. */
export function AuthProvider({ children }: { children: ReactNode }) {
	const { user, settled, google, refresh } = useSession();
	const session = useRef({ user, settled });
	session.current = { user, settled };
	/** The member whom the page shows, which may be a moment behind the session. */
	const shown_user = useRef<Auth["user"]>(undefined);
	const callers = useRef<(() => void)[]>([]);
	useEffect(() => {
		if (settled) for (const goOn of callers.current.splice(0)) goOn();
	}, [settled]);
	const [open, setOpen] = useState(false);
	// Mounted only while needed, including the closing motion.
	const [mounted, setMounted] = useState(false);
	const [mode, setMode] = useState<AuthMode>("sign-in");
	const [prompt, setPrompt] = useState<AuthPrompt>({});
	const resolvePrompt = useRef<(signedIn: boolean) => void>(() => {});
	/** Whether the dialog is open for a visitor. */
	const asked_visitor = useRef(false);

	const openDialog = useCallback((why: AuthPrompt) => {
		resolvePrompt.current(false);
		asked_visitor.current = !session.current.user;
		setPrompt({ ...why, member: session.current.user?.email });
		setMode(why.newcomer && !isMarked("signed-in-before") ? "sign-up" : "sign-in");
		setMounted(true);
		setOpen(true);
		return new Promise<boolean>((resolve) => {
			resolvePrompt.current = resolve;
		});
	}, []);

	const askToSignIn = useCallback(
		async (why: AuthPrompt) => {
			// A member whose session is still loading must not be asked to sign in.
			if (!session.current.settled) {
				await new Promise<void>((resolve) => callers.current.push(resolve));
				if (session.current.user) return true;
			}
			// A page that does not show the member yet asks because of that. One that shows them asks
			// because the server refused the session.
			if (session.current.user && !shown_user.current) return true;
			return openDialog(why);
		},
		[openDialog],
	);
	const promptSignIn = useCallback(
		(reason?: string, options?: { newcomer: boolean }) => askToSignIn({ reason, ...options }),
		[askToSignIn],
	);
	const promptToRead = useCallback(
		() => askToSignIn({ may_read: true, newcomer: true }),
		[askToSignIn],
	);

	const [reads, setReads] = useState(false);
	useEffect(() => setReads(isMarked("reads-without-account")), []);
	useEffect(() => {
		if (user) mark("signed-in-before");
	}, [user]);

	useEffect(() => {
		if (!GOOGLE_RETURN.test(window.location.href)) return;
		import("./sign-in/auth-dialog.tsx")
			.then(({ readGoogleReturn }) => openDialog(readGoogleReturn()))
			.catch(() => openDialog({}));
	}, [openDialog]);

	const refreshSession = useRef(refresh);
	refreshSession.current = refresh;
	const { mutate } = useSWRConfig();
	const refreshUser = useCallback(async () => {
		const user = await refreshSession.current().catch(() => undefined);
		if (user !== null) return;
		// The next member must not see the last one's data.
		await mutate(isPersonalKey, undefined, { revalidate: false });
	}, [mutate]);
	const signOut = useCallback(async () => {
		await post("/api/auth/sign-out");
		await refreshUser();
	}, [refreshUser]);

	const finish = useCallback((signedIn: boolean) => {
		setOpen(false);
		asked_visitor.current = false;
		resolvePrompt.current(signedIn);
		resolvePrompt.current = () => {};
	}, []);
	const cancel = useCallback(() => finish(false), [finish]);
	// Signed in by another tab, for example where the mailed link was opened.
	const signed_in = Boolean(user);
	useEffect(() => {
		if (signed_in && asked_visitor.current) finish(true);
	}, [signed_in, finish]);

	const auth = useMemo<Auth>(
		() => ({ user, reads, promptSignIn, promptToRead, signOut, refreshUser }),
		[user, reads, promptSignIn, promptToRead, signOut, refreshUser],
	);
	// Deferred, since the session arrives while the page is hydrated: an immediate change would
	// hydrate and render all of it in one task.
	const shown = useDeferredValue(auth);
	// With the page itself: a press may come before an effect that follows it.
	useLayoutEffect(() => {
		shown_user.current = shown.user;
	}, [shown]);
	return (
		<AuthContext value={shown}>
			{children}
			{mounted && (
				<ErrorBoundary fallback={null} onError={cancel} resetKey={`${open}`}>
					<Suspense fallback={null}>
						<AuthDialog
							open={open}
							mode={mode}
							prompt={prompt}
							google={google}
							onMode={setMode}
							onSignedIn={async () => {
								const kept = (await refresh()) !== null;
								if (kept) finish(true);
								return kept;
							}}
							onRead={() => {
								mark("reads-without-account");
								setReads(true);
								finish(true);
							}}
							onClose={cancel}
							onClosed={() => setMounted(false)}
						/>
					</Suspense>
				</ErrorBoundary>
			)}
		</AuthContext>
	);
}

/**
 * What this browser keeps: that the visitor has chosen to read reports without an account, and that
 * somebody has signed in, who needs no new account.
 */
type Mark = "reads-without-account" | "signed-in-before";

const YES = "yes";

function isMarked(key: Mark): boolean {
	try {
		return localStorage.getItem(key) === YES;
	} catch {
		return false;
	}
}

function mark(key: Mark): void {
	try {
		localStorage.setItem(key, YES);
	} catch {
		// Storage is blocked, so what it marks lasts until the page is closed.
	}
}
