import {readRoom, walkRoom} from '../../support/gallery'

walkRoom('alarms/lists')
readRoom('alarms/lists')
