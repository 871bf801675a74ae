import {useApplication} from './kit/application'

/** The frame around the screens, which is there as soon as somebody is signed in. */
export function ShellRoute() {
  const Shell = useApplication().shell()
  return <Shell />
}
