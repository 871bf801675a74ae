import {readRoom, walkRoom} from '../support/gallery'

walkRoom('wall')
readRoom('wall')
