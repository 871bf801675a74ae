import {useSelector} from '@xstate/react'
import type {ComponentProps, ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {Change, Side} from '../../domain/console/change'
import {EntriesDialog} from '../kit/dialog/EntriesDialog'
import {ConflictForm} from './ConflictForm'
import {texts as common} from './texts'

/** An actor of `machines/entries` with rules of conflict, whatever its entries are. */
type Entries = ComponentProps<typeof EntriesDialog>['entries'] &
  Pick<
    ActorRef<
      Snapshot<unknown> & {context: {chosen: unknown; side: Side; change: Change | null}},
      {type: 'side.chosen'; side: Side} | {type: 'side.confirmed'} | {type: 'dialog.closed'}
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
  entries: Entries
  /** Of what is edited; as it is typed while it is new. */
  name: string
  texts: {
    form: {adding: string; editing: (name: string) => string}
    conflict: Record<'changed' | 'legend' | 'back', string> & {title: (name: string) => string}
    deletion: Record<'title' | 'confirm' | 'deleting', string> & {question: (name: string) => string}
  }
  versions: Versions
  /** Called when the focus can't return after a deletion. */
  onGone: () => void
  /** The fields. */
  children: ReactNode
}

/** Asks for one entry, and whose version to take where another user has changed the same. */
export function EditorDialog({entries, name, texts, versions, onGone, children}: Props) {
  const {form, conflict, deletion} = texts
  const isNew = useSelector(entries, ({context}) => context.chosen === null)
  return (
    <EntriesDialog
      entries={entries}
      title={isNew ? form.adding : form.editing(name)}
      size="lg"
      deletion={{texts: deletion, busy: deletion.deleting, onGone, lead: deletion.question(name)}}
      conflict={{
        title: conflict.title(name),
        form: <Conflict entries={entries} texts={conflict} versions={versions} />,
      }}
    >
      {children}
    </EntriesDialog>
  )
}

interface ConflictProps extends Pick<Props, 'entries' | 'versions'> {
  texts: Props['texts']['conflict']
}

function Conflict({entries, texts, versions: {mine, theirs, updatedAt}}: ConflictProps) {
  const chosen = useSelector(entries, ({context}) => context.side)
  const change = useSelector(entries, ({context}) => context.change)
  return (
    <ConflictForm
      machine={entries}
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
