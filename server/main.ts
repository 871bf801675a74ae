import {fileDescriptorsLimit} from './http/metrics/processMetrics'

/** With fewer, none would be left for connections beside the files of the server and its database. */
const FEWEST_FILES = 256

const limit = (await fileDescriptorsLimit()) ?? FEWEST_FILES
if (limit < FEWEST_FILES) {
  console.error(
    `Only ${limit} files may be open at once, and the server needs ${FEWEST_FILES}: raise the limit (ulimit -n, or LimitNOFILE of systemd).`,
  )
  process.exit(1)
}

// It is loaded only now, as its modules alone are more files than a low limit lets be open.
await import('./serve')
