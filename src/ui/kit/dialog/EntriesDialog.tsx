import {useSelector} from '@xstate/react'
import type {ComponentProps, ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import type {Failing} from '../form/Failure'
import {Confirmation} from './ConfirmDialog'
import {DraftForm, FormDialog} from './FormDialog'

type State = {loaded: {dialog: 'form' | 'deleting' | {form: 'choosing'}}}

/** An actor of `machines/entries`, whatever its entries are. */
type Entries = Failing &
  Pick<
    ActorRef<
      Snapshot<unknown> & {
        context: {problems: object}
        matches: (state: State) => boolean
        hasTag: (tag: 'busy') => boolean
      },
      {type: 'save.requested'} | {type: 'deletion.confirmed'} | {type: 'dialog.closed'}
    >,
    'getSnapshot' | 'subscribe' | 'send'
  >

interface Props {
  entries: Entries
  /** The title of the form. */
  title: string
  size?: 'lg'
  isSaveFirst?: boolean
  deletion: Pick<ComponentProps<typeof Confirmation>, 'texts' | 'busy' | 'onGone'> & {lead: string}
  /** Takes the place of the form where another user has changed the same entry. */
  conflict?: {title: string; form: ReactNode}
  /** The fields of the form. */
  children: ReactNode
}

/** Asks for the entry that is added or edited, and before one is deleted. */
export function EntriesDialog(props: Props) {
  const {entries, title, size, isSaveFirst = false, deletion, conflict, children} = props
  const {lead, ...confirmation} = deletion
  const isOpen = useSelector(entries, s => s.matches({loaded: {dialog: 'form'}}))
  const isChoosing = useSelector(entries, s => s.matches({loaded: {dialog: {form: 'choosing'}}}))
  const shown = isChoosing ? conflict : undefined
  return (
    <>
      <FormDialog machine={entries} isOpen={isOpen} title={shown?.title ?? title} {...(size && {size})}>
        {shown?.form ?? (
          <DraftForm machine={entries} isSaveFirst={isSaveFirst}>
            {children}
          </DraftForm>
        )}
      </FormDialog>
      <Confirmation
        machine={entries}
        state={{loaded: {dialog: 'deleting'}}}
        confirmed="deletion.confirmed"
        {...confirmation}
      >
        <p>{lead}</p>
      </Confirmation>
    </>
  )
}
