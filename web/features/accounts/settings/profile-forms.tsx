import { useState } from "react";
import { useSWRConfig } from "swr";
import type { Me, MeEdit } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField, SubmitNote, TextField } from "#web/ui/form-fields.tsx";
import { useFreshSignIn } from "../use-fresh-sign-in.ts";

export function ProfileForm({ me, onSaved }: { me: Me; onSaved: () => Promise<unknown> }) {
	const submission = useSubmit();
	const submit = submission.onSubmit(async (text) => {
		await editMe({ full_name: text("full_name"), avatar_url: text("avatar_url").trim() || null });
		await onSaved();
	});
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-4">
			<div className="flex items-center gap-4">
				<Avatar url={me.avatar_url} name={me.full_name || me.email} />
				<div className="min-w-0">
					<p className="font-semibold">{me.full_name}</p>
					<p className="text-sm wrap-anywhere text-muted">{me.email}</p>
				</div>
			</div>
			<TextField
				label="Full name"
				name="full_name"
				type="text"
				autoComplete="name"
				required
				defaultValue={me.full_name}
				message={submission.fields.full_name}
			/>
			<TextField
				label="Picture"
				name="avatar_url"
				type="url"
				autoComplete="photo"
				autoCapitalize="none"
				spellCheck={false}
				placeholder="https://"
				defaultValue={me.avatar_url ?? ""}
				hint="The https address of an image. Leave it empty for no picture."
				message={submission.fields.avatar_url}
			/>
			<SubmitNote submission={submission} done="Saved." />
			<Button type="submit" variant="primary" busy={submission.busy} className="self-start">
				{submission.busy ? "Saving…" : "Save Profile"}
			</Button>
		</form>
	);
}

/** A member's picture, or the initials if there is none. */
function Avatar({ url, name }: { url: string | null; name: string }) {
	const [broken, setBroken] = useState<string | null>(null);
	if (url === null || url === broken) {
		return (
			<span
				aria-hidden="true"
				className="grid size-16 shrink-0 place-items-center rounded-full border border-rule bg-sunken heading"
			>
				{initials(name)}
			</span>
		);
	}
	return (
		<img
			// The site fetches the picture. The query only makes the address change with the picture.
			src={`/api/me/picture?of=${encodeURIComponent(url)}`}
			alt=""
			width={64}
			height={64}
			onError={() => setBroken(url)}
			className="size-16 shrink-0 rounded-full border border-rule object-cover"
		/>
	);
}

/** The initials of the first and the last word. */
function initials(name: string): string {
	const words = name.trim().split(/\s+/);
	const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
	return ends
		.map((word) => [...(word ?? "")][0] ?? "")
		.join("")
		.toUpperCase();
}

/** Whether the leaderboard and the recent activity show the member's name. */
export function CommunityChoice({ me, onSaved }: { me: Me; onSaved: () => Promise<unknown> }) {
	const submission = useSubmit();
	return (
		<>
			<label className="flex items-start gap-3">
				<input
					type="checkbox"
					checked={me.hidden_from_community}
					aria-disabled={submission.busy || undefined}
					onChange={(event) => {
						const hidden_from_community = event.target.checked;
						void submission.run(async () => {
							await editMe({ hidden_from_community });
							await onSaved();
						});
					}}
					className="mt-1 size-5 shrink-0 accent-ink"
				/>
				<span>
					Hide me from the community
					<span className="block text-sm text-muted">
						Your votes still count, without your name.
					</span>
				</span>
			</label>
			<SubmitNote
				submission={submission}
				done={me.hidden_from_community ? "You are now hidden." : "You are visible again."}
			/>
		</>
	);
}

/** Changes the password, or sets a first one for a member who signed up with Google. */
export function PasswordForm({ me, onSaved }: { me: Me; onSaved: () => Promise<unknown> }) {
	const submission = useSubmit();
	const withFreshSignIn = useFreshSignIn();
	const { mutate } = useSWRConfig();
	const submit = submission.onSubmit(async (text, form) => {
		const next = text("next");
		const password = me.has_password ? { current: text("current"), next } : { next };
		await withFreshSignIn(() => editMe({ password }));
		// The change signs out every other device and ends every API key.
		await Promise.all([onSaved(), mutate(keys.sessions), mutate(keys.apiKeys)]);
		form.reset();
	});
	const { fields } = submission;
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-4">
			{/* Password managers store the new password under this name. */}
			<input type="email" autoComplete="username" value={me.email} readOnly hidden />
			{me.has_password && (
				<PasswordField
					label="Current password"
					name="current"
					is_new={false}
					message={fields["password/current"]}
				/>
			)}
			<PasswordField label="New password" name="next" is_new message={fields["password/next"]} />
			<SubmitNote submission={submission} done="Your new password is set." />
			<Button type="submit" busy={submission.busy} className="self-start">
				{submission.busy ? "Saving…" : me.has_password ? "Change Password" : "Set Password"}
			</Button>
		</form>
	);
}

function editMe(edit: MeEdit): Promise<unknown> {
	return request(keys.me, { method: "PATCH", body: edit });
}
