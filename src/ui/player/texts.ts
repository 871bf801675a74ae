import {textsOf} from '../../domain/language'

export const texts = textsOf('player', {
  title: 'Pulsewall Player',
  pairing: {
    title: 'Pair this screen',
    replaced: 'Another screen has taken the place of this one.',
    asking: 'Asking for a code …',
    where: 'On the dashboard, select the device, choose “Pair a screen” and enter this code.',
    unanswered: 'The server is not reached. It is tried again.',
    token: 'Or use the access token of the device',
    use: 'Use token',
    checking: 'The token is being checked …',
    refused: 'No device has this token.',
    unchecked: 'The token could not be checked yet: the server is not reached.',
  },
  dark: {
    nothingToPlay: 'Nothing is assigned to this screen yet.',
    outOfHours: 'No video is planned for this hour.',
    allFaulty: 'None of the videos can be played.',
    loading: 'Asking what to play …',
    fetching: (ready: string, files: string) => `Fetching videos: ${ready} of ${files} are here.`,
    missing: (count: number) =>
      count === 1
        ? 'One video could not be fetched. It is tried again.'
        : `${count} videos could not be fetched. They are tried again.`,
  },
  note: {
    offline: (time: string) => `No connection since ${time}.`,
    revoked: 'The access of this screen was revoked.',
    playsOn: 'Downloaded videos keep playing.',
    insecure:
      'This page was not opened over https. Videos are not checked, and without the server nothing can be played.',
    notStoredYet:
      'Videos are not stored on this screen yet: without the server nothing can be played. It tries again by itself.',
    pairAgain: 'Pair again',
  },
})
