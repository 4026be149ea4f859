import type { SubmitEvent } from "react";
import type { NewApiKey } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { SendingNote } from "./sending-note.tsx";
import { useSending } from "./use-sending.ts";

/** Makes a key under a name of the member's choosing. */
export function KeyForm({
	onMade,
}: {
	onMade: (key: NewApiKey) => Promise<void>;
}) {
	const sending = useSending();
	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		const form = event.currentTarget;
		const name = String(new FormData(form).get("name") ?? "");
		const made = await sending.run(async () => {
			const key = await request<NewApiKey>(keys.apiKeys, {
				method: "POST",
				body: { name },
			});
			await onMade(key);
		});
		if (made) form.reset();
	}
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-3">
			<TextField
				label="Name of a new key"
				name="name"
				type="text"
				autoComplete="off"
				maxLength={60}
				required
				hint="Where you will use it, so that you can tell keys apart."
				message={sending.fields.name}
			/>
			<SendingNote sending={sending} done="" />
			<Button type="submit" busy={sending.busy} className="self-start">
				{sending.busy ? "Making it…" : "Create Key"}
			</Button>
		</form>
	);
}
