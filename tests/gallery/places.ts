import {linkMachine} from '../../src/machines/link'
import {composeMachine} from '../../src/machines/wall/compose'
import {pictureLibraryMachine} from '../../src/machines/wall/pictureLibrary'
import {type ShownPicture, shownPictureMachine} from '../../src/machines/wall/shownPicture'
import {wallMachine} from '../../src/machines/wall/wall'
import {type Entry, type Shown, shows, tell} from './entry'
import {type Answer, answers, BROKEN, PENDING, refusal, says, UNKNOWN_SERVER} from './given'
import {composedPlant} from './panelsWorld'
import type {Parts} from './parts'
import {HALL, PLAN_OF_4, PLAN_OF_60} from './placesWorld'
import {NOC_ADMIN, NOW} from './world'

type Change = (parts: Parts) => Partial<Parts>

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  change: Change = () => ({}),
  wall = PLAN_OF_4,
): Entry => ({
  name,
  at: '/dashboard',
  steps,
  shows: shown,
  given: parts => {
    const session = parts.session.provide({actors: {loadCurrentUser: answers(NOC_ADMIN)}})
    const given = {session, ...composedPlant(wall)(parts)}
    return {...given, ...change({...parts, ...given})}
  },
})

const shown = shows(shownPictureMachine, 'loaded.current')
const picture =
  (...given: readonly Answer<ShownPicture>[]): Change =>
  ({shownPicture}) => ({shownPicture: shownPicture.provide({actors: {load: answers(...given)}})})
const refresh = [...shown, ...tell(shownPictureMachine, {type: 'refresh.requested'})]
const selecting = [
  ...shows(wallMachine, 'devices.loaded'),
  ...tell(wallMachine, {type: 'composing.began'}),
  ...tell(composeMachine, {type: 'panel.selected', id: 'plan'}),
]
const read = [...selecting, ...shows(pictureLibraryMachine, 'list.read')]
const library =
  (change: (library: Parts['pictureLibrary']) => Parts['pictureLibrary']): Change =>
  ({pictureLibrary}) => ({pictureLibrary: change(pictureLibrary)})
const choosing = tell(pictureLibraryMachine, {
  type: 'file.chosen',
  file: new File([new Uint8Array(4000)], 'Upper floor.png'),
  panel: 'plan',
})
const URL = {url: HALL}

/** Pictures and plans on composed walls. */
export const places: readonly Entry[] = [
  entry('plan', shown),
  entry('plan-of-60', shown, [], () => ({}), PLAN_OF_60),
  entry(
    'plan-link-down',
    shows(linkMachine, 'waiting'),
    [...shown, ...tell(linkMachine, {type: 'socket.closed'})],
    ({link}) => ({link: link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}})}),
  ),
  entry('picture-gone', shown, [], picture({url: null})),
  entry('picture-loading', shows(shownPictureMachine, 'loading'), [], picture()),
  entry('picture-failed', shows(shownPictureMachine, 'failed'), [], picture(BROKEN)),
  entry('picture-refreshing', shows(shownPictureMachine, 'loaded.refreshing'), refresh, picture(URL, URL, PENDING)),
  entry('picture-missed', shows(shownPictureMachine, 'loaded.missed'), refresh, picture(URL, URL, BROKEN)),
  entry(
    'picture-awaiting',
    shows(shownPictureMachine, 'awaitingServer'),
    [...shows(shownPictureMachine, 'failed'), ...tell(shownPictureMachine, ...UNKNOWN_SERVER)],
    picture(BROKEN),
  ),
  entry('placing', shows(pictureLibraryMachine, 'list.read', 'upload.idle', 'removal.none'), read),
  entry('placing-60', shows(composeMachine, 'composing'), read, () => ({}), PLAN_OF_60),
  entry(
    'pictures-reading',
    shows(pictureLibraryMachine, 'list.reading'),
    selecting,
    library(each => each.provide({actors: {readPictures: answers()}})),
  ),
  entry(
    'pictures-unread',
    shows(pictureLibraryMachine, 'list.unread'),
    selecting,
    library(each => each.provide({actors: {readPictures: answers(BROKEN)}})),
  ),
  entry(
    'picture-sending',
    shows(pictureLibraryMachine, 'upload.sending'),
    [...read, ...choosing],
    library(each => each.provide({actors: {send: says({type: 'bytes.sent', bytes: 1700})}})),
  ),
  entry(
    'picture-refused',
    shows(pictureLibraryMachine, 'upload.refused'),
    [...read, ...choosing],
    library(each =>
      each.provide({
        actors: {
          send: says({
            type: 'sending.failed',
            error: refusal(413, 'A picture has at most 40 megapixels. This one has 10000 × 5000 pixels.'),
          }),
        },
      }),
    ),
  ),
  entry('picture-removal', shows(pictureLibraryMachine, 'removal.asking'), [
    ...read,
    ...tell(pictureLibraryMachine, {type: 'removal.requested', picture: 'hall'}),
  ]),
  entry('picture-removing', shows(pictureLibraryMachine, 'removal.removing'), [
    ...read,
    ...tell(pictureLibraryMachine, {type: 'removal.requested', picture: 'hall'}, {type: 'removal.confirmed'}),
  ]),
]
