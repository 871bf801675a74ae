import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {NAME_LENGTH} from '../../../../contract/limits'
import type {GroupsRef} from '../../../machines/media/groups'
import type {MediaRef} from '../../../machines/media/media'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import {buttons} from '../../kit/text/texts'
import dialog from '../screen/Dialog.module.css'
import listStyles from '../screen/List.module.css'
import {Section} from '../screen/Section'
import {texts} from '../texts'

/** Creates, renames and deletes groups. */
export function GroupAdmin({media}: {media: MediaRef}) {
  const groups = useSelector(media, s => s.children.groups)
  return <Section title={texts.admin.title}>{groups !== undefined && <Groups groups={groups} />}</Section>
}

function Groups({groups}: {groups: GroupsRef}) {
  const listed = useSelector(groups, s => s.context.groups)
  const isNaming = useSelector(groups, s => ['naming', 'creating', 'renaming', 'comparing'].some(at => is(s, at)))
  const isDeleting = useSelector(groups, s => is(s, 'asking') || is(s, 'deleting'))
  return (
    <>
      <Button variant="default" size="xs" onClick={() => groups.send({type: 'creation.requested'})}>
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
              onClick={() => groups.send({type: 'rename.requested', group})}
            >
              {texts.admin.rename}
            </Button>
            <Button
              variant="subtle"
              size="compact-xs"
              color="red"
              aria-label={texts.admin.deleteOne(group.name)}
              onClick={() => groups.send({type: 'deletion.requested', group})}
            >
              {buttons.delete}
            </Button>
          </li>
        ))}
      </ul>
      {isNaming && <Naming groups={groups} />}
      {isDeleting && <Deletion groups={groups} />}
    </>
  )
}

const is = (snapshot: ReturnType<GroupsRef['getSnapshot']>, state: string): boolean =>
  typeof snapshot.value === 'object' && snapshot.value.loaded === state

function Naming({groups}: {groups: GroupsRef}) {
  const subject = useSelector(groups, s => s.context.subject)
  const typed = useSelector(groups, s => s.context.typed)
  const problem = useSelector(groups, s => s.context.problem)
  const message = useSelector(groups, s => s.context.message)
  const isBusy = useSelector(groups, s => !is(s, 'naming'))
  return (
    <PlainDialog
      title={subject === null ? texts.admin.create : texts.admin.renameOne(subject.name)}
      place="middle"
      onClose={() => groups.send({type: 'cancelled'})}
    >
      <form
        className={dialog.dialog}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          groups.send({type: 'confirmed'})
        }}
      >
        <TextInput
          label={texts.admin.name}
          required
          maxLength={NAME_LENGTH}
          value={typed}
          error={problem}
          data-autofocus
          onChange={({currentTarget}) => groups.send({type: 'name.typed', name: currentTarget.value})}
        />
        {message !== null && <FormMessage kind="failed" message={message} />}
        <div className={dialog.buttons}>
          <Button variant="default" onClick={() => groups.send({type: 'cancelled'})}>
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

function Deletion({groups}: {groups: GroupsRef}) {
  const subject = useSelector(groups, s => s.context.subject)
  const message = useSelector(groups, s => s.context.message)
  const count = useSelector(groups, s => s.context.members.get(s.context.subject?.id ?? '')?.length ?? null)
  const isBusy = useSelector(groups, s => is(s, 'deleting'))
  return (
    <PlainDialog
      title={texts.admin.deleteOne(subject?.name ?? '')}
      place="middle"
      onClose={() => groups.send({type: 'cancelled'})}
    >
      <div className={dialog.dialog}>
        <p>{texts.admin.deletion(subject?.name ?? '', count)}</p>
        {message !== null && <FormMessage kind="failed" message={message} />}
        <div className={dialog.buttons}>
          <Button variant="default" data-autofocus onClick={() => groups.send({type: 'cancelled'})}>
            {buttons.cancel}
          </Button>
          <Button color="red" aria-busy={isBusy} onClick={() => groups.send({type: 'confirmed'})}>
            {buttons.delete}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}
