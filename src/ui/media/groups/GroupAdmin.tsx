import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {NAME_LENGTH} from '../../../../contract/limits'
import type {GroupEntriesRef, GroupsRef} from '../../../machines/media/groups'
import type {MediaRef} from '../../../machines/media/media'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import {useForm} from '../../kit/form/fields'
import {buttons} from '../../kit/text/texts'
import dialog from '../screen/Dialog.module.css'
import listStyles from '../screen/List.module.css'
import {Section} from '../screen/Section'
import {texts} from '../texts'

/** Creates, renames and deletes groups. */
export function GroupAdmin({media}: {media: MediaRef}) {
  const groups = useSelector(media, s => s.children.groups)
  const entries = useSelector(groups, s => s?.children.entries)
  return (
    <Section title={texts.admin.title}>
      {groups !== undefined && entries !== undefined && <Groups groups={groups} entries={entries} />}
    </Section>
  )
}

interface Props {
  groups: GroupsRef
  entries: GroupEntriesRef
}

function Groups({groups, entries}: Props) {
  const listed = useSelector(groups, s => s.context.groups)
  const isNaming = useSelector(entries, s => s.matches({loaded: {dialog: 'form'}}))
  const isDeleting = useSelector(entries, s => s.matches({loaded: {dialog: 'deleting'}}))
  return (
    <>
      <Button variant="default" size="xs" onClick={() => entries.send({type: 'add.requested'})}>
        {texts.admin.create}
      </Button>
      <ul>
        {listed.map(group => (
          <li key={group.id} className={listStyles.item}>
            <bdi className={listStyles.name}>{group.name}</bdi>
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={texts.admin.renameOne(group.name)}
              onClick={() => entries.send({type: 'edit.requested', row: group})}
            >
              {texts.admin.rename}
            </Button>
            <Button
              variant="subtle"
              size="compact-xs"
              color="red"
              aria-label={texts.admin.deleteOne(group.name)}
              onClick={() => entries.send({type: 'deletion.requested', row: group})}
            >
              {buttons.delete}
            </Button>
          </li>
        ))}
      </ul>
      {isNaming && <Naming entries={entries} />}
      {isDeleting && <Deletion groups={groups} entries={entries} />}
    </>
  )
}

function Naming({entries}: Omit<Props, 'groups'>) {
  const {draft, problems, isBusy, change} = useForm(entries)
  const subject = useSelector(entries, s => s.context.chosen)
  const message = useSelector(entries, s => s.context.message)
  return (
    <PlainDialog
      title={subject === null ? texts.admin.create : texts.admin.renameOne(subject.name)}
      place="middle"
      onClose={() => entries.send({type: 'dialog.closed'})}
    >
      <form
        className={dialog.dialog}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          entries.send({type: 'save.requested'})
        }}
      >
        <TextInput
          label={texts.admin.name}
          required
          maxLength={NAME_LENGTH}
          value={draft.name}
          error={problems.name}
          data-autofocus
          onChange={({currentTarget}) => change({name: currentTarget.value})}
        />
        {message !== null && <FormMessage kind="failed" message={message} />}
        <div className={dialog.buttons}>
          <Button variant="default" onClick={() => entries.send({type: 'dialog.closed'})}>
            {buttons.cancel}
          </Button>
          <Button type="submit" aria-busy={isBusy}>
            {subject === null ? texts.admin.create : texts.admin.rename}
          </Button>
        </div>
      </form>
    </PlainDialog>
  )
}

function Deletion({groups, entries}: Props) {
  const subject = useSelector(entries, s => s.context.chosen)
  const message = useSelector(entries, s => s.context.message)
  const isBusy = useSelector(entries, s => s.hasTag('busy'))
  const count = useSelector(groups, s => s.context.members.get(subject?.id ?? '')?.length ?? null)
  return (
    <PlainDialog
      title={texts.admin.deleteOne(subject?.name ?? '')}
      place="middle"
      onClose={() => entries.send({type: 'dialog.closed'})}
    >
      <div className={dialog.dialog}>
        <p>{texts.admin.deletion(subject?.name ?? '', count)}</p>
        {message !== null && <FormMessage kind="failed" message={message} />}
        <div className={dialog.buttons}>
          <Button variant="default" data-autofocus onClick={() => entries.send({type: 'dialog.closed'})}>
            {buttons.cancel}
          </Button>
          <Button color="red" aria-busy={isBusy} onClick={() => entries.send({type: 'deletion.confirmed'})}>
            {buttons.delete}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}
