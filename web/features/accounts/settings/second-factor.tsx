import { Suspense, useEffect, useRef, useState } from "react";
import type { NewSecondFactor, RecoveryCodes } from "#contract/account.ts";
import { formatDate } from "#contract/format.ts";
import type { Me } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { post, request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { CodeField } from "#web/features/accounts/sign-in/code-form.tsx";
import { useFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { CodeBlock, CopyField } from "#web/ui/copy-field.tsx";
import { PasswordField, SubmitNote } from "#web/ui/form-fields.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";

const SetupCode = lazyComponent(async () => (await import("./setup-code.tsx")).SetupCode);

const PATH = `${keys.me}/second-factor`;
const BOX = "flex w-full flex-col gap-4 note p-4";

/** Sets the second factor up, shows its recovery codes once, and turns it off. */
export function SecondFactor({ me, onSaved }: { me: Me; onSaved: () => Promise<unknown> }) {
	const [codes, setCodes] = useState<string[] | null>(null);
	const [note, setNote] = useState("");
	async function save(next: string[] | null, words: string): Promise<void> {
		setCodes(next);
		setNote(words);
		await onSaved();
	}
	return (
		<>
			{codes !== null && <NewCodes codes={codes} onClose={() => setCodes(null)} />}
			<p role="status" className="text-sm empty:hidden">
				{note}
			</p>
			{me.second_factor === null ? (
				<SetUp me={me} onDone={(next) => save(next, "The second factor is set up.")} />
			) : (
				<Manage factor={me.second_factor} onSaved={save} />
			)}
		</>
	);
}

/** Shows the secret, then asks for the first code, which proves that the app has the secret. */
function SetUp({ me, onDone }: { me: Me; onDone: (codes: string[]) => Promise<void> }) {
	const [made, setMade] = useState<NewSecondFactor | null>(null);
	const [asking, setAsking] = useState(false);
	const withFreshSignIn = useFreshSignIn();
	const submission = useSubmit();
	const box = useFocus(made !== null || asking);

	const begin = submission.onSubmit(async (text) => {
		const body = me.has_password ? { password: text("password") } : {};
		setMade(await withFreshSignIn(() => post<NewSecondFactor>(PATH, body)));
	});

	const cancel = () => {
		setMade(null);
		setAsking(false);
		submission.clear();
	};
	if (made !== null) return <FirstCode made={made} onDone={onDone} onCancel={cancel} />;
	if (!asking) return <Button onClick={() => setAsking(true)}>Set Up a Second Factor</Button>;
	return (
		<form
			ref={box}
			tabIndex={-1}
			aria-label="Set up a second factor"
			onSubmit={begin}
			noValidate
			className={BOX}
		>
			<p>You need an authenticator app, on your phone or in your password manager.</p>
			{me.has_password && (
				<PasswordField is_new={false} label="Your password" message={submission.fields.password} />
			)}
			<SubmitNote submission={submission} />
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" busy={submission.busy}>
					{submission.busy ? "One moment…" : "Continue"}
				</Button>
				<Button onClick={cancel}>Cancel</Button>
			</div>
		</form>
	);
}

function FirstCode({
	made,
	onDone,
	onCancel,
}: {
	made: NewSecondFactor;
	onDone: (codes: string[]) => Promise<void>;
	onCancel: () => void;
}) {
	const submission = useSubmit();
	const box = useFocus(true);
	const confirm = submission.onSubmit(async (text) => {
		const { recovery_codes } = await post<RecoveryCodes>(`${PATH}/confirm`, { code: text("code") });
		await onDone(recovery_codes);
	});
	return (
		<form
			ref={box}
			tabIndex={-1}
			aria-label="Set up a second factor"
			onSubmit={confirm}
			noValidate
			className={BOX}
		>
			<p>
				<strong className="font-semibold">Add this key to your app</strong>: scan the picture with
				it, open it on this device, or type the key in. Then enter the code that the app shows.
			</p>
			<Suspense fallback={<Skeleton className="size-52" />}>
				<SetupCode uri={made.uri} />
			</Suspense>
			<a href={made.uri} className={`${buttonClass("secondary")} self-start`}>
				Open in My App
			</a>
			<CopyField
				label="Setup key"
				text={made.secret.replace(/(.{4})(?=.)/g, "$1 ")}
				what="Key"
				whole
			/>
			<CodeField message={submission.fields.code} />
			<SubmitNote submission={submission} />
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" busy={submission.busy}>
					{submission.busy ? "One moment…" : "Confirm Code"}
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}

/**
 * The status of the second factor, the remaining recovery codes, and the actions that need a
 * code.
 */
function Manage({
	factor: { since, recovery_codes_left },
	onSaved,
}: {
	factor: NonNullable<Me["second_factor"]>;
	onSaved: (codes: string[] | null, note: string) => Promise<void>;
}) {
	const [doing, setDoing] = useState<"renew" | "off" | null>(null);
	const submission = useSubmit();
	const box = useFocus(doing !== null);

	const submit = submission.onSubmit(async (text) => {
		const code = text("code");
		if (doing === "off") {
			await request(PATH, { method: "DELETE", body: { code } });
			await onSaved(null, "The second factor is off.");
		} else {
			const { recovery_codes } = await post<RecoveryCodes>(`${PATH}/recovery-codes`, { code });
			await onSaved(recovery_codes, "Your old codes no longer work.");
		}
		setDoing(null);
	});

	return (
		<>
			<p>
				Set up {formatDate(since)}. Recovery codes left: {recovery_codes_left}.
			</p>
			{doing === null ? (
				<div className="flex flex-wrap gap-3">
					<Button onClick={() => setDoing("renew")}>New Recovery Codes</Button>
					<Button onClick={() => setDoing("off")}>Turn Off</Button>
				</div>
			) : (
				<form
					ref={box}
					tabIndex={-1}
					aria-label={doing === "off" ? "Turn the second factor off" : "New recovery codes"}
					onSubmit={submit}
					noValidate
					className={BOX}
				>
					<p>
						{doing === "off"
							? "You will sign in with your password alone."
							: "New codes replace the old ones."}{" "}
						Enter a code from your app, or a recovery code.
					</p>
					<CodeField either message={submission.fields.code} />
					<SubmitNote submission={submission} />
					<div className="flex flex-wrap gap-3">
						<Button type="submit" variant="primary" busy={submission.busy}>
							{submission.busy ? "One moment…" : doing === "off" ? "Turn Off" : "Create New Codes"}
						</Button>
						<Button onClick={() => setDoing(null)}>Cancel</Button>
					</div>
				</form>
			)}
		</>
	);
}

/** New recovery codes, which are shown only once. */
function NewCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
	const box = useFocus(true);
	return (
		<section ref={box} aria-label="Your recovery codes" tabIndex={-1} className={BOX}>
			<p>
				<strong className="font-semibold">Save these codes now.</strong> Each one signs you in once
				if you lose your app. We store only hashes and cannot show them again.
			</p>
			<CodeBlock label="Recovery codes" code={codes.join("\n")} />
			<Button onClick={onClose} className="self-start">
				I Have Them
			</Button>
		</section>
	);
}

/** Moves the focus into the opened part, because the clicked button has disappeared. */
function useFocus(open: boolean) {
	const box = useRef<never>(null);
	useEffect(() => {
		if (open) (box.current as HTMLElement | null)?.focus();
	}, [open]);
	return box;
}
