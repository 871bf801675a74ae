import {useSelector} from '@xstate/react'
import type {ChangeEvent, FormEvent, ReactNode} from 'react'
import type {ActorRef, EventObject, Snapshot} from 'xstate'

/** Returns the input of the field of this name; empty when there is no such field. */
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

/** The props that the fields of a form share. `draft` and `problems` have the same names for a field. */
export interface FormPart<Draft extends object, Problems extends object> {
  draft: Draft
  problems: Problems
  isBusy: boolean
  change: (change: Partial<Draft>) => void
}

type Form<Draft extends object, Problems extends object> = Pick<
  ActorRef<
    Snapshot<unknown> & {context: {draft: Draft; problems: Problems}; hasTag: (tag: 'busy') => boolean},
    {type: 'draft.changed'; change: Partial<Draft>}
  >,
  'getSnapshot' | 'subscribe' | 'send'
>

/** The form of an actor that keeps a draft. */
export const useForm = <Draft extends object, Problems extends object>(
  actor: Form<Draft, Problems>,
): FormPart<Draft, Problems> => ({
  draft: useSelector(actor, ({context}) => context.draft),
  problems: useSelector(actor, ({context}) => context.problems),
  isBusy: useSelector(actor, s => s.hasTag('busy')),
  change: change => actor.send({type: 'draft.changed', change}),
})

/** The names of the fields in which a text is typed. */
type TextName<Draft, Problems> = {
  [Name in keyof Draft & keyof Problems & string]: Draft[Name] extends string ? Name : never
}[keyof Draft & keyof Problems & string]

interface InputProps {
  name: string
  value: string
  error: ReactNode
  readOnly: boolean
  autoComplete: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

/** The properties of the input of this name. */
export function fieldOf<Draft extends object, Problems extends object>(
  part: FormPart<Draft, Problems>,
  name: TextName<Draft, Problems>,
): InputProps
export function fieldOf(
  {draft, problems, isBusy, change}: FormPart<Record<string, string>, Record<string, ReactNode>>,
  name: string,
): InputProps {
  return {
    name,
    value: draft[name] ?? '',
    error: problems[name],
    readOnly: isBusy,
    autoComplete: 'off',
    onChange: ({currentTarget: {value}}) => change({[name]: value}),
  }
}

/** The description is below the input, so that inputs side by side are aligned. */
export const DESCRIBED_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
