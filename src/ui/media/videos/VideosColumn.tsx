import {NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {fallbackUses} from '../../../domain/media/fallbacks'
import {
  faultyScreens,
  type ListCounts,
  listCounts,
  orderedVideos,
  undecodingScreens,
  VIDEO_ORDERS,
  type VideoOrder,
} from '../../../domain/media/library'
import {bytesText} from '../../../domain/media/measures'
import {foundVideos, type Video, type VideoList} from '../../../domain/media/video'
import {mayArrange} from '../../../domain/user'
import type {IdsRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import type {VideosRef} from '../../../machines/media/videos'
import {useApplication} from '../../kit/application'
import {SearchField} from '../../kit/form/SearchField'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {VirtualTable} from '../../kit/table/VirtualTable'
import spoken from '../../kit/text/Spoken.module.css'
import {buttons} from '../../kit/text/texts'
import {useFallbacks} from '../fallback/useFallbacks'
import {Column} from '../screen/Column'
import {DeletedVideos} from './DeletedVideos'
import {DeleteVideo} from './DeleteVideo'
import {TickAll, Ticked} from './Ticked'
import {texts} from './texts'
import {VideoRow} from './VideoRow'
import styles from './VideosColumn.module.css'

interface Props {
  media: MediaRef
  videos: VideosRef
}

/** The videos on the server, which can be assigned to the chosen device. */
export function VideosColumn({media}: Pick<Props, 'media'>) {
  const videos = useSelector(media, s => s.children.videos)
  return videos === undefined ? null : <ServerVideos media={media} videos={videos} />
}

/** The videos of the organisation, with what can be done with each of them. */
function ServerVideos({media, videos}: Props) {
  const list = useSelector(videos, ({context}) => context.value)
  const deletion = useSelector(media, s => s.children.deletion)
  return (
    <Column area="videos" title={texts.heading} actions={list && <Head media={media} list={list} />}>
      <Missed videos={videos} />
      {list === null ? <Awaited videos={videos} /> : <Loaded media={media} all={list.videos} />}
      <DeletedVideos media={media} />
      {deletion !== undefined && <DeleteVideo media={media} deletion={deletion} />}
    </Column>
  )
}

/** How much there is, or how much is ticked, in the same place. */
function Head({media, list}: Pick<Props, 'media'> & {list: VideoList}) {
  const count = useSelector(media, s => s.context.tickedVideos.size)
  return count === 0 ? (
    <HowMuch {...list} />
  ) : (
    <span role="status" className={styles.quiet}>
      {texts.ticked(count)}
    </span>
  )
}

function HowMuch({videos: {length}, room: {used, quota}}: VideoList) {
  const {formats} = useApplication()
  const size = (bytes: number) => bytesText(bytes, formats)
  const parts = [texts.count(formats.exact(length), length === 1)]
  if (used !== null) parts.push(quota === null ? texts.used(size(used)) : texts.usedOf(size(used), size(quota)))
  return <span className={styles.quiet}>{parts.join(' · ')}</span>
}

function Awaited({videos}: Pick<Props, 'videos'>) {
  const hasFailed = useSelector(videos, s => s.matches('failed'))
  if (hasFailed) return null
  return (
    <>
      <p role="status" className={spoken.spoken}>
        {texts.loading}
      </p>
      <div className={styles.skeletons}>
        {[1, 2, 3, 4].map(nth => (
          <Skeleton key={nth} height="3rem" />
        ))}
      </div>
    </>
  )
}

function Missed({videos}: Pick<Props, 'videos'>) {
  const message = useSelector(videos, ({context}) => context.message)
  if (message === null) return null
  return (
    <div role="alert" className={styles.missed}>
      <p>{message}</p>
      <NoticeButton onClick={() => videos.send({type: 'retry.requested'})}>{buttons.retry}</NoticeButton>
    </div>
  )
}

interface LoadedProps {
  media: MediaRef
  all: readonly Video[]
}

function Loaded({media, all}: LoadedProps) {
  const search = useSelector(media, s => s.context.videoSearch)
  const order = useSelector(media, s => s.context.view.videoOrder)
  const counts = useListCounts(media)
  const found = useMemo(() => orderedVideos(foundVideos(all, search), order, counts), [all, search, order, counts])
  const tickedIds = useSelector(media, s => s.context.tickedVideos)
  const ticked = useMemo(
    () => orderedVideos(all, order, counts).filter(({id}) => tickedIds.has(id)),
    [all, order, counts, tickedIds],
  )
  if (all.length === 0) return <p className={styles.quiet}>{texts.none}</p>
  return (
    <>
      <div className={styles.bar}>
        <TickAll media={media} found={found} />
        <SearchField
          className={styles.search}
          label={texts.search}
          value={search}
          onTyped={search => media.send({type: 'videoSearch.typed', search})}
        />
        {ticked.length === 0 ? <Order media={media} order={order} /> : <Ticked media={media} ticked={ticked} />}
      </div>
      {found.length === 0 && <p className={styles.quiet}>{texts.notFound}</p>}
      {found.length > 0 && <VideoTable media={media} found={found} counts={counts} />}
    </>
  )
}

/** Null until the playlists of all screens are known. */
function useListCounts(media: MediaRef): ListCounts | null {
  const devices = useSelector(media, s => s.context.devices)
  const status = useSelector(media, s => s.children.status)
  const lists = useSelector(status, s => s?.context.lists)
  return useMemo(() => {
    const deviceIds = devices.map(({id}) => id)
    return lists === undefined ? null : listCounts(deviceIds, lists)
  }, [devices, lists])
}

/** The screens that do not play videos, and those that cannot. */
function useUnfitScreens(media: MediaRef, videos: readonly Video[]) {
  const devices = useSelector(media, s => s.context.devices)
  const status = useSelector(media, s => s.children.status)
  const reports = useSelector(status, s => s?.context.reports)
  const lists = useSelector(status, s => s?.context.lists)
  const faulty = useMemo(
    () => faultyScreens(devices, {reports: reports ?? new Map(), lists: lists ?? new Map()}),
    [devices, reports, lists],
  )
  const undecoding = useMemo(() => undecodingScreens(devices, reports ?? new Map(), videos), [devices, reports, videos])
  return {faulty, undecoding}
}

/** Of what videos are the fallback, in words, by their ids. */
function useFallbackUses(media: MediaRef): ReadonlyMap<string, string> {
  const fallbacks = useFallbacks(media)
  return useMemo(() => {
    const uses = fallbacks === null ? [] : [...fallbackUses(fallbacks)]
    return new Map(
      uses.map(([id, {groups, isOrganisations}]) => [
        id,
        [...(isOrganisations ? [texts.allDevices] : []), ...groups].join(', '),
      ]),
    )
  }, [fallbacks])
}

function Order({media, order}: Pick<Props, 'media'> & {order: VideoOrder}) {
  const choose = (name: string) => {
    const videoOrder = VIDEO_ORDERS.find(order => order === name)
    if (videoOrder !== undefined) media.send({type: 'view.changed', change: {videoOrder}})
  }
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.order}
      value={order}
      onChange={({currentTarget: {value}}) => choose(value)}
    >
      {VIDEO_ORDERS.map(name => (
        <option key={name} value={name}>
          {texts.orders[name]}
        </option>
      ))}
    </NativeSelect>
  )
}

/** An estimate: rows for thumbs are higher. */
const ROW_HEIGHT = 74
const NOTHING: readonly string[] = []

function VideoTable({
  media,
  found,
  counts,
}: Pick<Props, 'media'> & {found: readonly Video[]; counts: ListCounts | null}) {
  const chosenId = useSelector(media, s => s.context.view.videoId)
  const tickedIds = useSelector(media, s => s.context.tickedVideos)
  const mayAssign = useSelector(media, s => mayArrange(s.context.user))
  const list = useSelector(media, s => s.children.assigned)
  const assigned: IdsRef | null = (mayAssign && list) || null
  const assignedIds = useSelector(list, s => s?.context.shown.items ?? NOTHING)
  const areAssigned = useMemo(() => new Set(mayAssign ? assignedIds : NOTHING), [assignedIds, mayAssign])
  const fallbackOf = useFallbackUses(media)
  const {faulty, undecoding} = useUnfitScreens(media, found)
  return (
    <VirtualTable
      label={texts.list}
      rows={found}
      keyOf={({id}) => id}
      rowHeight={ROW_HEIGHT}
      header={
        <th scope="col" className={styles.head}>
          <span className={spoken.spoken}>{texts.name}</span>
        </th>
      }
      row={(video, at, measure) => (
        <VideoRow
          key={video.id}
          media={media}
          video={video}
          at={at}
          isChosen={video.id === chosenId}
          isTicked={tickedIds.has(video.id)}
          isAssigned={areAssigned.has(video.id)}
          assigned={assigned}
          lists={counts && (counts.get(video.id) ?? 0)}
          fallbackOf={fallbackOf.get(video.id)}
          faulty={faulty.get(video.id)}
          undecoding={undecoding.get(video.facts?.codec ?? '')}
          measure={measure}
        />
      )}
      onSelect={({id}) => media.send({type: 'videos.ticked', videoIds: [id], isTicked: !tickedIds.has(id)})}
      onOpen={({id}) => media.send({type: 'view.changed', change: {videoId: id}})}
    />
  )
}
