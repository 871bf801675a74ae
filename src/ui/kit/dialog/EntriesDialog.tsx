import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import type {Failing} from '../form/Failure'
import {Confirmation} from './ConfirmDialog'
import {DraftForm, FormDialog} from './FormDialog'

/** An actor of `machines/entries`, whatever its entries are. */
type Entries = Failing &
  Pick<
    ActorRef<
      Snapshot<unknown> & {
        context: {problems: object}
        matches: (state: {loaded: {dialog: 'form' | 'deleting'}}) => boolean
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
  deletion: {title: string; lead: string}
  /** The fields of the form. */
  children: ReactNode
}

/** Asks for the entry that is added or edited, and before one is deleted. */
export function EntriesDialog({entries, title, size, isSaveFirst = false, deletion, children}: Props) {
  const isOpen = useSelector(entries, s => s.matches({loaded: {dialog: 'form'}}))
  return (
    <>
      <FormDialog of={entries} isOpen={isOpen} title={title} {...(size && {size})}>
        <DraftForm of={entries} isSaveFirst={isSaveFirst}>
          {children}
        </DraftForm>
      </FormDialog>
      <Confirmation
        of={entries}
        state={{loaded: {dialog: 'deleting'}}}
        confirmed="deletion.confirmed"
        texts={{title: deletion.title}}
      >
        <p>{deletion.lead}</p>
      </Confirmation>
    </>
  )
}
