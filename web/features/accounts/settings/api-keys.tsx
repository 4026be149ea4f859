import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { formatDate } from "#contract/format.ts";
import { MAX_KEY_NAME_CHARS } from "#contract/limits.ts";
import type { ApiKey, KeyScope, NewApiKey } from "#contract/me.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { post, request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { SelectField, SubmitNote, TextField } from "#web/ui/form-fields.tsx";
import { formatDayWithin } from "#web/ui/format.ts";
import { Loading } from "#web/ui/view-states.tsx";

/** Keys for programs: created, shown once, revoked. */
export function KeyList() {
	const { data, error, mutate } = useSWR<{ keys: ApiKey[] }, ApiProblem>(keys.apiKeys);
	const revoking = useSubmit();
	const [created, setCreated] = useState<NewApiKey | null>(null);
	if (data === undefined) return <Loading problem={error} className="h-24 w-full" />;
	const revoke = (id: string) =>
		void revoking.run(async () => {
			await request(`${keys.apiKeys}/${encodeURIComponent(id)}`, { method: "DELETE", body: {} });
			if (created?.id === id) setCreated(null);
			await mutate();
		});
	return (
		<>
			{created !== null && <NewKey created={created} onClose={() => setCreated(null)} />}
			{data.keys.length > 0 && (
				<ul className="flex w-full flex-col">
					{data.keys.map((key) => (
						<KeyRow
							key={key.id}
							apiKey={key}
							busy={revoking.busy}
							onRevoke={() => revoke(key.id)}
						/>
					))}
				</ul>
			)}
			<SubmitNote submission={revoking} done="Key revoked." removes />
			<KeyForm
				onMade={async (key) => {
					setCreated(key);
					await mutate();
				}}
			/>
		</>
	);
}

function KeyRow({
	apiKey,
	busy,
	onRevoke,
}: {
	apiKey: ApiKey;
	busy: boolean;
	onRevoke: () => void;
}) {
	const { name, prefix, created_at, last_used_at } = apiKey;
	const { scopes, expires_at } = apiKey;
	return (
		<li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0">
			<div className="min-w-0">
				<p className="font-semibold break-words">
					{name} <code className="font-normal text-muted">{prefix}…</code>
				</p>
				<p className="text-sm text-muted">
					Created {formatDate(created_at)},{" "}
					{last_used_at === null ? "never used" : `last used ${formatDayWithin(last_used_at)}`}
				</p>
				<p className="text-sm text-muted">
					{describeScopes(scopes)}, {describeExpiry(expires_at, Date.now())}
				</p>
			</div>
			<Button variant="quiet" aria-label={`Revoke ${name}`} busy={busy} onClick={onRevoke}>
				Revoke
			</Button>
		</li>
	);
}

function describeScopes(scopes: KeyScope[]): string {
	if (scopes.length > 1) return "Read and write";
	return scopes[0] === "read" ? "Read only" : "Write only";
}

function describeExpiry(expires_at: string | null, now_ms: number): string {
	if (expires_at === null) return "does not expire";
	return Date.parse(expires_at) > now_ms
		? `expires ${formatDate(expires_at)}`
		: `expired ${formatDate(expires_at)}`;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const MAY = { "read write": "Read and write", read: "Read only" };
const DAYS = {
	"30": "After 30 days",
	"90": "After 90 days",
	"365": "After a year",
	never: "Never",
};

/** The form's values in the API's request format. */
function readKeyRequest(text: (name: string) => string) {
	const chosen = text("days");
	const ends = Date.now() + Number(chosen) * DAY_MS;
	return {
		name: text("name"),
		scopes: text("scopes").split(" "),
		...(chosen !== "never" && { expires_at: new Date(ends).toISOString() }),
	};
}

/** Creates a key under a name that the member chooses. */
function KeyForm({ onMade }: { onMade: (key: NewApiKey) => Promise<void> }) {
	const submission = useSubmit();
	const submit = submission.onSubmit(async (text, form) => {
		await onMade(await post<NewApiKey>(keys.apiKeys, readKeyRequest(text)));
		form.reset();
	});
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-3">
			<TextField
				label="Key name"
				name="name"
				type="text"
				autoComplete="off"
				maxLength={MAX_KEY_NAME_CHARS}
				required
				hint="Where you will use it, so that you can tell your keys apart."
				message={submission.fields.name}
			/>
			<div className="grid gap-3 sm:grid-cols-2">
				<SelectField label="It may" name="scopes" options={MAY} />
				<SelectField label="It expires" name="days" options={DAYS} defaultValue="365" />
			</div>
			<SubmitNote submission={submission} />
			<Button type="submit" busy={submission.busy} className="self-start">
				{submission.busy ? "Creating…" : "Create Key"}
			</Button>
		</form>
	);
}

/** A new key, which is shown only once. */
function NewKey({ created, onClose }: { created: NewApiKey; onClose: () => void }) {
	const box = useRef<HTMLElement>(null);
	useEffect(() => {
		if (created.id !== "") box.current?.focus();
	}, [created.id]);
	return (
		<section
			ref={box}
			aria-label={`New key ${created.name}`}
			tabIndex={-1}
			className="flex w-full flex-col gap-3 note p-4"
		>
			<p>
				<strong className="font-semibold">Copy the key “{created.name}” now.</strong> We store only
				a hash and cannot show it again. Anyone who has it can act as you.
			</p>
			<CopyField label="API key" text={created.key} what="Key" />
			<Button onClick={onClose} className="self-start">
				I Have It
			</Button>
		</section>
	);
}
