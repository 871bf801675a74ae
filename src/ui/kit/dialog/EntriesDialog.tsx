import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import {type Failing, Failure} from '../form/Failure'
import {submitTo} from '../form/fields'
import {Confirmation} from './ConfirmDialog'
import dialog from './Dialog.module.css'
import {FormButtons, FormDialog} from './FormDialog'

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
        <form onSubmit={submitTo(entries, {type: 'save.requested'})} className={dialog.content} noValidate>
          <Failure of={entries} />
          {children}
          <FormButtons of={entries} isSaveFirst={isSaveFirst} />
        </form>
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
