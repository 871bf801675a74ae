import {useSelector} from '@xstate/react'
import type {Group} from '../../../domain/media/group'
import {mayManage} from '../../../domain/user'
import type {GroupEntriesRef, GroupsRef} from '../../../machines/media/groups'
import type {MediaRef} from '../../../machines/media/media'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {FallbackButton} from '../fallback/FallbackButton'
import {Column, Hint} from '../screen/Column'
import listStyles from '../screen/List.module.css'
import styles from '../screen/Media.module.css'
import {texts} from '../texts'

export function GroupsColumn({media}: {media: MediaRef}) {
  const groups = useSelector(media, s => s.children.groups)
  const entries = useSelector(groups, s => s?.children.entries)
  return (
    <Column area="groups" title={texts.groups.title}>
      {groups !== undefined && entries !== undefined && <Content media={media} groups={groups} entries={entries} />}
    </Column>
  )
}

interface ContentProps {
  media: MediaRef
  groups: GroupsRef
  entries: GroupEntriesRef
}

function Content({media, groups, entries}: ContentProps) {
  const listed = useSelector(groups, s => s.context.groups)
  const isLoading = useSelector(entries, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(entries)
  const groupId = useSelector(media, s => s.context.view.groupId)
  if (isFailed) {
    return (
      <div role="alert" className={styles.hint}>
        <p>{texts.groups.failed}</p>
        <RetryButton isBusy={isRetrying} onClick={() => entries.send({type: 'retry.requested'})} />
      </div>
    )
  }
  if (isLoading)
    return (
      <p role="status" className={styles.hint}>
        {texts.groups.loading}
      </p>
    )
  if (listed.length === 0) {
    return (
      <>
        <Hint>
          <strong>{texts.groups.empty}</strong> {texts.groups.emptyNext}
        </Hint>
        <OfAll media={media} />
      </>
    )
  }
  return (
    <ul>
      <li className={listStyles.item}>
        <button
          type="button"
          className={listStyles.choice}
          aria-pressed={groupId === null}
          onClick={() => media.send({type: 'view.changed', change: {groupId: null, page: 'devices'}})}
        >
          {texts.groups.all}
        </button>
        <OfAll media={media} />
      </li>
      {listed.map(group => (
        <GroupItem key={group.id} media={media} groups={groups} group={group} />
      ))}
    </ul>
  )
}

function OfAll({media}: Pick<ContentProps, 'media'>) {
  const organisationId = useSelector(media, s => s.context.user.organisationId)
  return (
    <FallbackButton media={media} owner={{kind: 'organisation', id: organisationId ?? ''}} name={texts.groups.all} />
  )
}

interface Props extends Omit<ContentProps, 'entries'> {
  group: Group
}

/** Chooses whose devices are listed, and says whether the chosen device is one of them. */
function GroupItem({media, groups, group: {id, name}}: Props) {
  const isShown = useSelector(media, s => s.context.view.groupId === id)
  const isManager = useSelector(media, s => mayManage(s.context.user))
  const device = useSelector(media, s => s.context.devices.find(each => each.id === s.context.view.deviceId))
  const count = useSelector(groups, s => s.context.members.get(id)?.length ?? null)
  const holds = useSelector(
    groups,
    s => device !== undefined && s.context.members.get(id)?.includes(device.id) === true,
  )
  return (
    <li className={listStyles.item}>
      <button
        type="button"
        className={listStyles.choice}
        aria-pressed={isShown}
        onClick={() => media.send({type: 'view.changed', change: {groupId: isShown ? null : id, page: 'devices'}})}
      >
        <bdi className={listStyles.name} title={name}>
          {name}
        </bdi>
        <span className={listStyles.dim}>{count === null ? '…' : texts.groups.devices(count)}</span>
      </button>
      <FallbackButton media={media} owner={{kind: 'asset', id}} name={name} />
      {isManager && device !== undefined && (
        <input
          type="checkbox"
          className={listStyles.tick}
          aria-label={texts.groups.holds(name, device.name)}
          title={texts.groups.holds(name, device.name)}
          checked={holds}
          disabled={count === null}
          onChange={() =>
            groups.send(
              holds
                ? {type: 'device.removed', groupId: id, deviceId: device.id}
                : {type: 'device.assigned', groupId: id, deviceId: device.id, deviceName: device.name},
            )
          }
        />
      )}
    </li>
  )
}
