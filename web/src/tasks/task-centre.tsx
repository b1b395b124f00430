import { CloudDownloadOutlined } from '@ant-design/icons';
import type { Job } from '@millwright/contract/system/job';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { Popover } from '../controls/popover.tsx';
import { instantText } from '../kernel/dates-plain.ts';
import { say, t } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { tasksText as text } from '../locales/tasks.ts';
import { JobButtons } from './job-buttons.tsx';
import { JobProgress, JobStateWord } from './job-state.tsx';
import { isOpen, jobs, lookAtJobs, nameOfJob } from './jobs.ts';
import './tasks.css';

const SHOWN = 8;

/** The button of the top bar: how many exports and imports go on, and the newest of them below it. */
export function TaskCentre() {
  useEffect(() => {
    const look = () => void lookAtJobs();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const list = useStore(jobs) ?? [];
  const open = list.filter(isOpen).length;
  const face = (
    <>
      <CloudDownloadOutlined aria-hidden />
      {open > 0 && <sup className="tasks-badge num">{open}</sup>}
    </>
  );
  return (
    <Popover
      label={open > 0 ? say(text.centreRunning, { n: open }) : t(text.centre)}
      face={face}
      className="top-icon tasks"
      width={360}
      onOpen={() => void lookAtJobs()}
    >
      {(close) => (
        <div className="tasks-panel">
          <b className="tasks-head">{t(text.centre)}</b>
          {list.length === 0 ? <NoTasks /> : <TaskList list={list.slice(0, SHOWN)} />}
          {list.length > 0 && (
            <Link className="tasks-all" to="/user/profile?tab=tasks" onClick={close}>
              {t(text.all)}
            </Link>
          )}
        </div>
      )}
    </Popover>
  );
}

function NoTasks() {
  return (
    <p className="tasks-none">
      {t(text.none)}
      <small>{t(text.noneHelp)}</small>
    </p>
  );
}

function TaskList({ list }: { list: readonly Job[] }) {
  const zone = useStore(session, (state) => state.user?.sysConfig.timeZone);
  return (
    <ul className="tasks-list">
      {list.map((job) => (
        <li key={job.id}>
          <span className="tasks-name">{nameOfJob(job)}</span>
          <JobStateWord job={job} />
          <JobProgress job={job} />
          <time className="num">{instantText(job.createTime, zone).slice(5, 16)}</time>
          <JobButtons job={job} />
        </li>
      ))}
    </ul>
  );
}
