import {Button, Checkbox, NativeSelect, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {WHY_LENGTH} from '../../../../contract/rules/media/emergency'
import {HOUR} from '../../../../contract/rules/time/durations'
import {devicesIn, LASTING} from '../../../domain/media/emergency'
import type {Video} from '../../../domain/media/video'
import type {EmergencyRef} from '../../../machines/media/emergency'
import type {IdsRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import {submitTo, useForm} from '../../kit/form/fields'
import dialog from '../screen/Dialog.module.css'
import listStyles from '../screen/List.module.css'
import {Section} from '../screen/Section'
import styles from './Emergency.module.css'
import {texts} from './texts'

/** Shows a video on all screens at once, and prepares for that. */
export function EmergencySection({media}: {media: MediaRef}) {
  const emergency = useSelector(media, s => s.children.emergency)
  const prepared = useSelector(emergency, s => s?.children.prepared)
  if (emergency === undefined || prepared === undefined) return null
  return (
    <Section title={texts.title}>
      <Raising media={media} emergency={emergency} prepared={prepared} />
      <Prepared media={media} prepared={prepared} />
    </Section>
  )
}

interface Props {
  media: MediaRef
  prepared: IdsRef
}

function Raising({media, emergency, prepared}: Props & {emergency: EmergencyRef}) {
  const {draft, problems, change} = useForm(emergency)
  const videos = useVideos(media)
  const preparedIds = useSelector(prepared, s => s.context.shown.items)
  const groups = useSelector(media, s => s.children.groups)
  const listed = useSelector(groups, s => s?.context.groups)
  const count = useCount(media, draft.groupId)
  const chosenId = useSelector(media, s => s.context.view.videoId)
  const isPrepared = (id: string) => preparedIds.includes(id)
  const offered = videos.filter(({id}) => isPrepared(id) || id === chosenId || id === draft.videoId)
  return (
    <form className={dialog.dialog} noValidate onSubmit={submitTo(emergency, {type: 'raise.requested'})}>
      <p>{texts.hint}</p>
      <NativeSelect
        name="videoId"
        label={texts.video}
        required
        description={texts.choices}
        error={problems.videoId}
        value={draft.videoId}
        onChange={({currentTarget}) => change({videoId: currentTarget.value})}
      >
        <option value="">{texts.choose}</option>
        {offered.map(({id, name}) => (
          <option key={id} value={id}>
            {isPrepared(id) ? texts.ready(name) : name}
          </option>
        ))}
      </NativeSelect>
      {draft.videoId !== '' && !isPrepared(draft.videoId) && <Unprepared prepared={prepared} videoId={draft.videoId} />}
      <div className={dialog.pair}>
        <NativeSelect
          name="groupId"
          label={texts.target}
          value={draft.groupId}
          onChange={({currentTarget}) => change({groupId: currentTarget.value})}
        >
          <option value="">{texts.everywhere}</option>
          {listed?.map(({id, name}) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          name="lasts"
          label={texts.lasts}
          value={draft.lasts}
          onChange={({currentTarget}) => change({lasts: Number(currentTarget.value)})}
        >
          {LASTING.map(lasts => (
            <option key={lasts} value={lasts}>
              {texts.hours(lasts / HOUR)}
            </option>
          ))}
        </NativeSelect>
      </div>
      <TextInput
        name="why"
        label={texts.why}
        required
        maxLength={WHY_LENGTH}
        autoComplete="off"
        error={problems.why}
        value={draft.why}
        onChange={({currentTarget}) => change({why: currentTarget.value})}
      />
      <Checkbox
        name="isDrill"
        label={texts.drill}
        checked={draft.isDrill}
        onChange={({currentTarget}) => change({isDrill: currentTarget.checked})}
      />
      <div className={dialog.buttons}>
        <Button type="submit" {...(!draft.isDrill && {color: 'red'})}>
          {draft.isDrill ? texts.rehearse(count) : texts.raise(count)}
        </Button>
      </div>
    </form>
  )
}

function Unprepared({prepared, videoId}: {prepared: IdsRef; videoId: string}) {
  return (
    <div className={styles.unprepared}>
      <p>{texts.unprepared}</p>
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => prepared.send({type: 'intent.added', intent: {kind: 'add', id: videoId}})}
      >
        {texts.prepare}
      </Button>
    </div>
  )
}

function Prepared({media, prepared}: Props) {
  const videos = useVideos(media)
  const ids = useSelector(prepared, s => s.context.shown.items)
  if (ids.length === 0) return null
  return (
    <>
      <h3 className={styles.prepared}>{texts.prepared}</h3>
      <ul>
        {ids.map(id => {
          const name = videos.find(video => video.id === id)?.name ?? texts.unknownVideo
          return (
            <li key={id} className={listStyles.item}>
              <bdi className={listStyles.name}>{name}</bdi>
              <Button
                variant="subtle"
                size="compact-xs"
                color="red"
                aria-label={texts.releaseOne(name)}
                onClick={() => prepared.send({type: 'intent.added', intent: {kind: 'remove', id}})}
              >
                {texts.release}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const NO_VIDEOS: readonly Video[] = []

function useVideos(media: MediaRef): readonly Video[] {
  const videos = useSelector(media, s => s.children.videos)
  return useSelector(videos, s => s?.context.value?.videos) ?? NO_VIDEOS
}

/** The number of screens that have ever reported, in a group or at all. */
function useCount(media: MediaRef, groupId: string): number {
  const devices = useSelector(media, s => s.context.devices)
  const groups = useSelector(media, s => s.children.groups)
  const membership = useSelector(groups, s => s?.context.membership) ?? new Map()
  const status = useSelector(media, s => s.children.status)
  const reports = useSelector(status, s => s?.context.reports)
  return devicesIn(groupId === '' ? null : groupId, {devices, membership}).filter(({id}) => reports?.get(id)).length
}
