import {useSelector} from '@xstate/react'
import {useMemo, useState} from 'react'
import {fallbacksOf} from '../../../../contract/rules/media/fallback'
import {shownItem} from '../../../../contract/rules/media/screenState'
import {stateOf} from '../../../domain/media/found'
import {foundVideos, type Video} from '../../../domain/media/video'
import type {PlaylistRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {SearchField} from '../../kit/form/SearchField'
import {IconArrowDown, IconArrowUp, IconClose, IconPlus} from '../../kit/mark/icons'
import {StatusMark} from '../../kit/mark/StatusMark'
import {ListState} from '../playlist/ListState'
import {Tool} from '../playlist/Tool'
import {Thumbnail, useVideoName} from '../playlist/VideoName'
import dialog from '../screen/Dialog.module.css'
import listStyles from '../screen/List.module.css'
import {texts as mediaTexts} from '../texts'
import styles from './Fallback.module.css'
import {texts} from './texts'
import {useFallbacks} from './useFallbacks'

interface Props {
  media: MediaRef
  list: PlaylistRef
}

/** Arranges what screens play while their playlists leave nothing to show, and says which screens these are. */
export function FallbackDialog({media}: Pick<Props, 'media'>) {
  const fallbacks = useSelector(media, s => s.children.fallbacks)
  const isOpen = useSelector(fallbacks, s => s?.matches({dialog: 'open'}) ?? false)
  const list = useSelector(fallbacks, s => s?.children.list)
  const groups = useSelector(media, s => s.children.groups)
  const owner = useSelector(list, s => s?.context.owner)
  const group = useSelector(groups, s => s?.context.groups.find(({id}) => id === owner?.id)?.name)
  if (!isOpen || list === undefined) return null
  return (
    <PlainDialog
      title={owner?.kind === 'organisation' ? texts.ofAll : texts.of(group ?? '')}
      place="middle"
      onClose={() => fallbacks?.send({type: 'fallback.closed'})}
    >
      <Content media={media} list={list} />
    </PlainDialog>
  )
}

function Content({media, list}: Props) {
  return (
    <div className={dialog.dialog}>
      <p>{texts.lead}</p>
      <ListState list={list} mayReplace>
        <Videos media={media} list={list} />
        <PlayedBy media={media} list={list} />
        <Addable media={media} list={list} />
      </ListState>
    </div>
  )
}

function Videos({media, list}: Props) {
  const items = useSelector(list, s => s.context.shown.items)
  const isOfAll = useSelector(list, s => s.context.owner.kind === 'organisation')
  if (items.length === 0) return <p className={styles.quiet}>{isOfAll ? texts.emptyAll : texts.emptyGroup}</p>
  return (
    <ol aria-label={texts.list}>
      {items.map(({assetId}, at) => (
        <Row key={assetId} media={media} list={list} id={assetId} at={at} total={items.length} />
      ))}
    </ol>
  )
}

interface RowProps extends Props {
  id: string
  at: number
  total: number
}

function Row({media, list, id: assetId, at, total}: RowProps) {
  const videos = useSelector(media, s => s.children.videos)
  const name = useVideoName(videos, assetId)
  const intent = (kind: 'moveUp' | 'moveDown' | 'remove') => () =>
    list.send({type: 'intent.added', intent: {kind, assetId}})
  return (
    <li className={listStyles.item} data-video={assetId}>
      <span className={listStyles.place}>{mediaTexts.playlist.place(at + 1, total)}</span>
      <Thumbnail videos={videos} id={assetId} />
      <bdi className={listStyles.name} title={name}>
        {name}
      </bdi>
      <span className={listStyles.tools}>
        <Tool name={mediaTexts.playlist.up(name)} aria-disabled={at === 0} onClick={intent('moveUp')}>
          <IconArrowUp size={16} aria-hidden />
        </Tool>
        <Tool name={mediaTexts.playlist.down(name)} aria-disabled={at === total - 1} onClick={intent('moveDown')}>
          <IconArrowDown size={16} aria-hidden />
        </Tool>
        <Tool name={texts.remove(name)} onClick={intent('remove')}>
          <IconClose size={16} aria-hidden />
        </Tool>
      </span>
    </li>
  )
}

/** Nobody reads the names of hundreds. */
const MAX_DEVICES = 50

function PlayedBy({media, list}: Props) {
  const owner = useSelector(list, s => s.context.owner)
  const isEmpty = useSelector(list, s => s.context.shown.items.length === 0)
  const devices = useSelector(media, s => s.context.devices)
  const fallbacks = useFallbacks(media)
  const {own, others} = useMemo(() => {
    if (fallbacks === null) return {own: [], others: 0}
    const of = fallbacksOf(fallbacks)
    const groupId = owner.kind === 'organisation' ? null : owner.id
    const members = fallbacks.groups.find(({id}) => id === groupId)?.deviceIds
    const candidates = groupId === null ? devices : devices.filter(({id}) => members?.includes(id))
    const own = candidates.filter(({id}) => (of(id).group?.id ?? null) === groupId)
    return {own, others: candidates.length - own.length}
  }, [fallbacks, owner, devices])
  if (isEmpty || fallbacks === null) return null
  return (
    <div>
      <p>{texts.played(own.length)}</p>
      <ul className={styles.devices}>
        {own.slice(0, MAX_DEVICES).map(({id, name}) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <OnScreen media={media} deviceId={id} />
          </li>
        ))}
        {own.length > MAX_DEVICES && <li>{texts.more(own.length - MAX_DEVICES)}</li>}
      </ul>
      {others > 0 && (
        <p className={styles.quiet}>{owner.kind === 'organisation' ? texts.ownGroups(others) : texts.others(others)}</p>
      )}
    </div>
  )
}

/** Says that a screen shows its fallback instead of what is planned. */
function OnScreen({media, deviceId}: Pick<Props, 'media'> & {deviceId: string}) {
  const status = useSelector(media, s => s.children.status)
  const isOn = useSelector(status, s => {
    const state = s && stateOf(s.context.states, deviceId)
    return state?.kind === 'dark' && shownItem(state) !== null
  })
  return isOn ? <StatusMark status="warning">{texts.now}</StatusMark> : null
}

/** Drawing thousands of rows would take long. A search finds the others. */
const MAX_VIDEOS = 50

function Addable({media, list}: Props) {
  const videos = useSelector(media, s => s.children.videos)
  const all = useSelector(videos, s => s?.context.value?.videos)
  const items = useSelector(list, s => s.context.shown.items)
  const [search, setSearch] = useState('')
  const found = foundVideos(all ?? NONE, search).filter(({id}) => items.every(({assetId}) => assetId !== id))
  return (
    <fieldset className={styles.add}>
      <legend>{texts.add}</legend>
      <SearchField label={texts.search} value={search} onTyped={setSearch} />
      <ul className={styles.videos}>
        {found.slice(0, MAX_VIDEOS).map(({id, name}) => (
          <li key={id} className={listStyles.item}>
            <Thumbnail videos={videos} id={id} />
            <bdi className={listStyles.name} title={name}>
              {name}
            </bdi>
            <Tool
              name={texts.addOne(name)}
              onClick={() => list.send({type: 'intent.added', intent: {kind: 'add', assetId: id}})}
            >
              <IconPlus size={16} aria-hidden />
            </Tool>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={styles.quiet} role="status">
          {texts.notFound}
        </p>
      )}
    </fieldset>
  )
}

const NONE: readonly Video[] = []
