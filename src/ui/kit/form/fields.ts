import type {FormEvent} from 'react'
import type {ActorRef, EventObject, Snapshot} from 'xstate'

/** What was typed in the field of this name; empty when there is no such field. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

type Drafting<Submitted extends EventObject> = Pick<
  ActorRef<Snapshot<unknown> & {context: {problems: object}}, Submitted>,
  'getSnapshot' | 'send'
>

/** Sends the actor the event when the form is submitted. The first field with a problem takes the focus. */
export const submitTo =
  <Submitted extends EventObject>(actor: Drafting<Submitted>, submitted: Submitted) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    actor.send(submitted)
    focusFirst(event.currentTarget, Object.keys(actor.getSnapshot().context.problems))
  }

/** Moves the focus to the first field of the form that has one of the names as its name or its id. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const field = [...form.elements].find(element => names.includes(element.getAttribute('name') ?? element.id))
  if (field instanceof HTMLElement) field.focus()
}

/** The description stands below the input, so that inputs side by side are aligned. */
export const DESCRIBED_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
