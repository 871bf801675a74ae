import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {Change, Side} from '../../domain/console/change'
import {DraftForm, FormDialog} from '../kit/dialog/FormDialog'
import type {Failing} from '../kit/form/Failure'
import {ConflictForm} from './ConflictForm'
import {texts as common} from './texts'

type EditorCommand =
  | {type: 'save.requested'}
  | {type: 'side.chosen'; side: Side}
  | {type: 'side.confirmed'}
  | {type: 'dialog.closed'}

/** An actor of `machines/console/editor`, whatever it edits. */
type Editor = Failing &
  Pick<
    ActorRef<
      Snapshot<unknown> & {
        context: {chosen: unknown; problems: object; side: Side; change: Change | null}
        matches: (state: 'form' | {form: 'choosing'}) => boolean
        hasTag: (tag: 'busy') => boolean
      },
      EditorCommand
    >,
    'getSnapshot' | 'subscribe' | 'send'
  >

interface Versions {
  mine: ReactNode
  theirs: ReactNode
  /** When theirs was written; null when that is unknown. */
  updatedAt: EpochMs | null
}

interface Props {
  of: Editor
  /** Of what is edited; as it is typed while it is new. */
  name: string
  texts: {
    form: {adding: string; editing: (name: string) => string}
    conflict: Record<'changed' | 'legend' | 'back', string> & {title: (name: string) => string}
  }
  versions: Versions
  /** The fields. */
  children: ReactNode
}

/** Asks for one entry, and whose version is kept where another user has changed the same. */
export function EditorDialog({of, name, texts: {form, conflict}, versions, children}: Props) {
  const isOpen = useSelector(of, s => s.matches('form'))
  const isConflict = useSelector(of, s => s.matches({form: 'choosing'}))
  const isNew = useSelector(of, ({context}) => context.chosen === null)
  const entryTitle = isNew ? form.adding : form.editing(name)
  return (
    <FormDialog of={of} isOpen={isOpen} title={isConflict ? conflict.title(name) : entryTitle} size="lg">
      {isConflict ? (
        <Conflict of={of} texts={conflict} versions={versions} />
      ) : (
        <DraftForm of={of}>{children}</DraftForm>
      )}
    </FormDialog>
  )
}

interface ConflictProps extends Pick<Props, 'of' | 'versions'> {
  texts: Props['texts']['conflict']
}

function Conflict({of, texts, versions: {mine, theirs, updatedAt}}: ConflictProps) {
  const chosen = useSelector(of, ({context}) => context.side)
  const change = useSelector(of, ({context}) => context.change)
  return (
    <ConflictForm
      of={of}
      changedBy={{text: common.changedBy(change?.email ?? null), at: change?.at ?? updatedAt}}
      message={texts.changed}
      legend={texts.legend}
      mine={{label: common.sides.mine, value: mine}}
      theirs={{label: common.sides.theirs, value: theirs}}
      chosen={chosen}
      back={texts.back}
    />
  )
}
