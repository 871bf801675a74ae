import {NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {ALWAYS_OPEN} from '../../../../contract/rules/media/openingHours'
import type {Group} from '../../../domain/media/group'
import type {HoursRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import type {OpeningHoursRef} from '../../../machines/media/openingHours'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import dialog from '../screen/Dialog.module.css'
import {Section} from '../screen/Section'
import {HoursForm} from './HoursForm'
import {texts} from './texts'

/** When the screens are to be on: those of the organisation, of a group, or the chosen one. */
export function OpeningHoursSection({media}: {media: MediaRef}) {
  const openingHours = useSelector(media, s => s.children.openingHours)
  const isOffered = useSelector(openingHours, s => s?.matches('watching') ?? false)
  if (openingHours === undefined || !isOffered) return null
  return (
    <Section title={texts.title}>
      <div className={dialog.dialog}>
        <Owner media={media} openingHours={openingHours} />
        <Hours media={media} openingHours={openingHours} at={0} follows={null} />
      </div>
    </Section>
  )
}

interface Props {
  media: MediaRef
  openingHours: OpeningHoursRef
}

function Owner({media, openingHours}: Props) {
  const {owners, groups, device, membership, organisationId} = useOwners({media, openingHours})
  const organisation = {kind: 'organisation' as const, id: organisationId, organisationId}
  const groupOwner = (id: string) => ({kind: 'asset' as const, id, organisationId})
  const own = owners[0]
  const choose = (id: string) => {
    const isGroup = groups.some(group => group.id === id)
    const ofDevice = groups.filter(group => membership?.get(id)?.includes(group.id)).map(group => groupOwner(group.id))
    const nearest = isGroup ? [groupOwner(id)] : [{kind: 'device' as const, id, organisationId}, ...ofDevice]
    openingHours.send({
      type: 'owner.chosen',
      owners: id === organisationId ? [organisation] : [...nearest, organisation],
    })
  }
  const others = own?.kind === 'device' && own.id !== device?.id ? [own.id] : []
  return (
    <NativeSelect
      name="owner"
      label={texts.owner}
      value={own?.id ?? ''}
      onChange={({currentTarget}) => choose(currentTarget.value)}
    >
      <option value={organisationId}>{texts.organisation}</option>
      {device !== undefined && <option value={device.id}>{texts.device(device.name)}</option>}
      {others.map(id => (
        <Device key={id} media={media} id={id} />
      ))}
      {groups.map(({id, name}) => (
        <option key={id} value={id}>
          {texts.group(name)}
        </option>
      ))}
    </NativeSelect>
  )
}

/** A screen that was chosen before. */
function Device({media, id}: {media: MediaRef; id: string}) {
  const name = useSelector(media, s => s.context.devices.find(device => device.id === id)?.name)
  return <option value={id}>{texts.device(name ?? id)}</option>
}

/** Reads the owners one after the other, until one of them has hours. `follows` is the list of the first of them. */
function Hours({media, openingHours, at, follows}: Props & {at: number; follows: HoursRef | null}) {
  const owner = useSelector(openingHours, s => s.context.owners[at])
  const list = useSelector(openingHours, s => (owner === undefined ? undefined : s.context.lists.get(owner.id)))
  if (owner === undefined || list === undefined) {
    return follows === null ? null : <HoursForm list={follows} counts={ALWAYS_OPEN} hint={texts.always} />
  }
  return <OneOwner key={owner.id} media={media} openingHours={openingHours} at={at} list={list} follows={follows} />
}

interface OneProps extends Props {
  at: number
  list: HoursRef
  follows: HoursRef | null
}

function OneOwner({media, openingHours, at, list, follows}: OneProps) {
  const isReading = useSelector(list, s => s.matches({list: 'reading'}))
  const isUnread = useSelector(list, s => s.matches({list: 'unread'}) || s.matches({list: 'gone'}))
  const {isFailed, isRetrying} = useTried(isUnread, isReading)
  const hours = useSelector(list, s => s.context.shown.items[0])
  const name = useOwnerName({media, openingHours}, at)
  const isOrganisation = useSelector(openingHours, s => s.context.owners[0]?.kind === 'organisation')
  if (isFailed) {
    return (
      <div role="alert">
        <p>{texts.failed}</p>
        <RetryButton isBusy={isRetrying} onClick={() => list.send({type: 'retry.requested'})} />
      </div>
    )
  }
  if (isReading) return <p role="status">{texts.loading}</p>
  if (hours === undefined) {
    return <Hours media={media} openingHours={openingHours} at={at + 1} follows={follows ?? list} />
  }
  if (follows !== null) return <HoursForm list={follows} counts={hours} hint={texts.follows(name)} />
  return <HoursForm list={list} counts={hours} remove={isOrganisation ? texts.unset : texts.follow} />
}

function useOwners({media, openingHours}: Props) {
  const owners = useSelector(openingHours, s => s.context.owners)
  const groupsRef = useSelector(media, s => s.children.groups)
  const groups = useSelector(groupsRef, s => s?.context.groups) ?? NO_GROUPS
  const membership = useSelector(groupsRef, s => s?.context.membership)
  const device = useSelector(media, s => s.context.devices.find(({id}) => id === s.context.view.deviceId))
  const organisationId = useSelector(media, s => s.context.user.organisationId ?? '')
  return {owners, groups, membership, device, organisationId}
}

const NO_GROUPS: readonly Group[] = []

function useOwnerName({media, openingHours}: Props, at: number): string {
  const owner = useSelector(openingHours, s => s.context.owners[at])
  const groups = useSelector(media, s => s.children.groups)
  const group = useSelector(groups, s => s?.context.groups.find(({id}) => id === owner?.id)?.name)
  return group === undefined ? texts.organisation : texts.group(group)
}
