import type { SubmitEvent } from "react";
import type { Me } from "#contract/me.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { SendingNote } from "./sending-note.tsx";
import { editMe } from "./use-account.ts";
import { useSending } from "./use-sending.ts";

/** Name and picture. */
export function ProfileForm({
	me,
	onSaved,
}: {
	me: Me;
	onSaved: () => Promise<unknown>;
}) {
	const sending = useSending();
	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const avatar = String(form.get("avatar_url") ?? "").trim();
		void sending.run(async () => {
			await editMe({
				full_name: String(form.get("full_name") ?? ""),
				avatar_url: avatar === "" ? null : avatar,
			});
			await onSaved();
		});
	}
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-4">
			<div className="flex items-center gap-4">
				<Avatar url={me.avatar_url} name={me.full_name || me.email} />
				<div className="min-w-0">
					<p className="font-semibold">{me.full_name}</p>
					<p className="text-sm wrap-anywhere text-muted">
						{me.email}
						{!me.email_confirmed && ", not confirmed"}
					</p>
				</div>
			</div>
			<TextField
				label="Full name"
				name="full_name"
				type="text"
				autoComplete="name"
				required
				defaultValue={me.full_name}
				message={sending.fields.full_name}
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
				hint="The https address of a picture. Leave it empty for none."
				message={sending.fields.avatar_url}
			/>
			<SendingNote sending={sending} done="Saved." />
			<Button
				type="submit"
				look="primary"
				busy={sending.busy}
				className="self-start"
			>
				{sending.busy ? "Saving…" : "Save Profile"}
			</Button>
		</form>
	);
}
