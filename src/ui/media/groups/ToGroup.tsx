import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {mayArrange} from '../../../domain/user'
import type {GroupAssignmentInput} from '../../../machines/media/groupAssignment'
import type {MediaRef, MediaSnapshot} from '../../../machines/media/media'
import {texts} from '../texts'

/** Gives the chosen video to the playlists of groups and devices. */
export function ToGroup({media}: {media: MediaRef}) {
  const videos = useSelector(media, s => s.children.videos)
  const videoId = useSelector(media, s => s.context.view.videoId)
  const mayAssign = useSelector(media, s => mayArrange(s.context.user))
  const name = useSelector(videos, s => s?.context.value?.videos.find(({id}) => id === videoId)?.name)
  if (videoId === null || name === undefined || !mayAssign) return null
  const open = () => {
    const assigned = {kind: 'videos' as const, name, items: [{assetId: videoId, schedule: null}]}
    media.send({type: 'assignment.opened', input: {assigned, ...targetsOf(media.getSnapshot())}})
  }
  return (
    <Button
      variant="default"
      size="xs"
      mt="xs"
      title={texts.assignment.videos(1, name)}
      aria-haspopup="dialog"
      onClick={open}
    >
      {texts.playlist.toGroup}
    </Button>
  )
}

/** The devices on the list, and the groups that have any of them. */
export function targetsOf({
  context: {devices},
  children,
}: MediaSnapshot): Pick<GroupAssignmentInput, 'targets' | 'devices'> {
  const groups = children.groups?.getSnapshot().context
  if (groups === undefined) return {targets: [], devices}
  const targets = groups.groups
    .map(({id, name}) => {
      const members = new Set(groups.members.get(id))
      return {id, name, devices: devices.filter(device => members.has(device.id))}
    })
    .filter(target => target.devices.length > 0)
  return {targets, devices}
}
