//! Tests of plans and shards, with a job of numbered lines.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plywright_matches::shards::{Plan, PlanError, PlanFile, RunError, shard_name};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::lines::{Lines, lines, plan};
use crate::support::{bytes, folder, go_on, joined, shards_of};

#[test]
fn a_plan_is_read_as_it_was_written() {
    let arguments = vec!["--each=a\nb \"c\"".to_owned()];
    for plan in [plan(100, 7), Plan { arguments, ..plan(100, 7) }] {
        let text = plan.text().expect("a plan");
        assert_eq!(Plan::parse(&text), Ok(plan.clone()));
    }
}

#[test]
fn shards_have_nearly_equal_sizes() {
    let plan = plan(100, 7);
    let sizes: Vec<_> = (0..7).map(|number| plan.range(number)).collect();
    assert!(sizes[0].start == 0 && sizes[6].end == 100);
    assert!(sizes.windows(2).all(|two| two[0].end == two[1].start));
    assert!(sizes.iter().all(|range| [14, 15].contains(&(range.end - range.start))));
}

#[test]
fn texts_that_are_no_plans_are_refused() {
    let text = plan(100, 7).text().expect("a plan");
    for length in 0..text.len() {
        assert!(Plan::parse(&text[..length]).is_err(), "{length}");
    }
    for (from, to, expected) in [
        ("plywright-plan 1", "plan", "its format is 'plan', expected 'plywright-plan 1'"),
        ("\"seed\": 3", "\"seed\": 4", "cut short or was changed: its checksum is"),
        ("\"seed\": 3", "\"seed\": \"x\"", "invalid type: string \"x\", expected u64 at line 7 column 15"),
        ("\"seed\": 3,", "", "missing field `seed`"),
        ("\"seed\"", "\"words\"", "unknown field `words`"),
        ("0000000000000001", "1", "expected 16 lower-case hexadecimal digits"),
        ("\"units\": 100", "\"units\":  100", "usual form"),
    ] {
        let error = Plan::parse(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(expected), "{to}: {error}");
    }
    for shards in [0, 101] {
        let wrong = Plan { shards, ..plan(100, 7) };
        let error = PlanError(format!("{shards} shards of 100 units, expected 1 to 100 shards"));
        assert_eq!(wrong.text(), Err(error.clone()));
        // The text has the right checksum, because it was made from the wrong plan.
        assert_eq!(Plan::parse(&wrong.to_string()), Err(error));
    }
}

/// Writes a file into a folder. Returns the file's path, and a plan with this file.
fn plan_with_file(folder: &Path) -> (PathBuf, Plan) {
    let path = folder.join("a.net");
    fs::write(&path, "net").expect("a file");
    let files = vec![PlanFile::of(path.to_str().expect("a path that is text")).expect("a file")];
    (path, Plan { files, ..plan(4, 2) })
}

#[test]
fn files_of_a_plan_must_be_the_same() {
    let folder = folder();
    let (path, plan) = plan_with_file(folder.path());
    let text = &*plan.files[0].path;
    assert_eq!(plan.locate(None).expect("the file").path(text), text);
    for changed in ["new", "longer"] {
        fs::write(&path, changed).expect("a file");
        let error = plan.locate(None).unwrap_err().to_string();
        assert!(
            error.starts_with(text) && error.contains("it has changed since the plan was made"),
            "{error}"
        );
    }
    fs::remove_file(&path).expect("a file");
    assert!(plan.locate(Some(folder.path())).is_err());
    let copy = folder.path().join(plan.files[0].hash_text());
    fs::write(&copy, "net").expect("a file");
    let sources = plan.locate(Some(folder.path())).expect("the copy");
    assert_eq!((Path::new(sources.path(text)), sources.path("other")), (copy.as_path(), "other"));
}

/// The options of engines and the openings are texts, so they cannot name a path that is not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn a_copy_whose_path_is_not_utf_8_is_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let (path, plan) = plan_with_file(folder.path());
    let copies = folder.path().join(OsStr::from_bytes(b"\xff"));
    fs::create_dir(&copies).expect("a folder");
    fs::rename(&path, copies.join(plan.files[0].hash_text())).expect("a copy");
    let error = plan.locate(Some(&copies)).unwrap_err().to_string();
    assert!(error.ends_with("the path is not UTF-8"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_device_is_no_file_of_a_plan() {
    let error = PlanFile::of("/dev/null").unwrap_err().to_string();
    assert_eq!(error, "/dev/null: it is a device or a pipe, expected a file or a folder");
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

#[test]
fn joined_shards_are_the_run_of_one_process() {
    let job = lines(20);
    let units: Vec<_> = (0..20).map(|unit| format!("line {unit}\n")).collect();
    let expected = format!("head\n{}", units.concat());
    for shards in [1, 3, 7, 20] {
        let folder = folder();
        let plan = plan(20, shards);
        for number in (0..shards).rev() {
            let path = shards_of(&plan, &job).play(number, folder.path(), &mut go_on).expect("a shard");
            assert_eq!(path, Some(folder.path().join(shard_name(number))));
        }
        assert_eq!(files_in(folder.path()).len() as u64, shards);
        let out = folder.path().join("out");
        assert_eq!(joined(&plan, &job, folder.path(), &out).expect("a file"), expected.as_bytes());
    }
}

#[test]
fn joining_replaces_no_file_with_other_content() {
    let (job, plan, folder) = (lines(20), plan(20, 1), folder());
    shards_of(&plan, &job).play(0, folder.path(), &mut go_on).expect("a shard");
    let out = folder.path().join("out");
    let whole = joined(&plan, &job, folder.path(), &out).expect("a file");
    assert_eq!(joined(&plan, &job, folder.path(), &out).as_ref(), Ok(&whole));
    fs::write(&out, "mine").expect("a file");
    let error = joined(&plan, &job, folder.path(), &out).unwrap_err();
    assert!(error.contains("the file exists and has other content"), "{error}");
    assert_eq!(fs::read(&out).expect("a file"), b"mine");
    let is_part = |path: &PathBuf| path.extension().is_some_and(|end| end == "part");
    assert!(!files_in(folder.path()).iter().any(is_part));
}

#[cfg(unix)]
#[test]
fn joining_writes_to_the_target_of_a_link() {
    use std::os::unix::fs::symlink;
    let (job, plan, folder) = (lines(20), plan(20, 1), folder());
    shards_of(&plan, &job).play(0, folder.path(), &mut go_on).expect("a shard");
    let [file, link, device] = ["file", "link", "device"].map(|name| folder.path().join(name));
    fs::write(&file, "").expect("a file");
    symlink(&file, &link).expect("a link");
    symlink("/dev/null", &device).expect("a link");
    for out in [&link, &device] {
        joined(&plan, &job, folder.path(), out).expect("a file");
        assert!(out.is_symlink(), "{}", out.display());
    }
    assert!(fs::read(&file).expect("a file").starts_with(b"head\nline 0\n"));
}

#[test]
fn interrupted_shards_are_resumed() {
    let (job, plan, folder) = (lines(20), plan(20, 2), folder());
    let path = folder.path().join(shard_name(1));
    for stop_after in 1..10 {
        let mut progress = |done, all| {
            assert_eq!(all, 10);
            if done == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let end = shards_of(&plan, &job).play(1, folder.path(), &mut progress).expect("a part");
        assert_eq!((end, path.exists()), (None, false));
    }
    shards_of(&plan, &job).play(1, folder.path(), &mut go_on).expect("a shard");
    assert_eq!(fs::read(&path).expect("a shard"), bytes(&plan, 1, &job));
    assert_eq!(files_in(folder.path()), [path]);
}

/// A process may be killed at any byte of its partial file. A shard may be cut behind its header.
#[test]
fn a_cut_file_is_resumed() {
    let (job, plan, folder) = (lines(20), plan(20, 2), folder());
    let whole = bytes(&plan, 1, &job);
    let path = folder.path().join(shard_name(1));
    let part = folder.path().join(format!("{}.1-22-0.part", shard_name(1)));
    let header = 1 + whole.iter().position(|byte| *byte == b'\n').expect("a header");
    for (cut, least) in [(&part, 0), (&path, header)] {
        for length in least..=whole.len() {
            fs::write(cut, &whole[..length]).expect("a file");
            shards_of(&plan, &job).play(1, folder.path(), &mut go_on).expect("a shard");
            assert_eq!(fs::read(&path).expect("a shard"), whole, "{length}");
            assert_eq!(files_in(folder.path()).len(), 1, "{length}");
            fs::remove_file(&path).expect("a shard");
        }
    }
}

#[test]
fn a_file_that_is_no_shard_is_refused_and_kept() {
    let (job, plan, folder) = (lines(20), plan(20, 2), folder());
    let path = folder.path().join(shard_name(1));
    fs::write(&path, "mine").expect("a file");
    let error = shards_of(&plan, &job).play(1, folder.path(), &mut go_on).unwrap_err();
    assert!(matches!(error, RunError::File(_)), "{error}");
    assert_eq!(fs::read(&path).expect("a file"), b"mine");
}

#[test]
fn a_shard_that_is_played_twice_at_once_is_complete() {
    let (job, plan, folder) = (lines(2000), plan(2000, 1), folder());
    let whole = bytes(&plan, 0, &job);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| shards_of(&plan, &job).play(0, folder.path(), &mut go_on).expect("a shard"));
        }
    });
    assert_eq!(fs::read(folder.path().join(shard_name(0))).expect("a shard"), whole);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// A merge must also remove partial files of killed processes, but no files with similar names.
#[test]
fn shards_that_are_joined_twice_at_once_are_complete() {
    let (job, plan, folder) = (lines(2000), plan(2000, 1), folder());
    shards_of(&plan, &job).play(0, folder.path(), &mut go_on).expect("a shard");
    for name in ["out.1-22-0.part", "out.mine.part", "out2.1-22-0.part"] {
        fs::write(folder.path().join(name), "hea").expect("a file");
    }
    let out = folder.path().join("out");
    let whole = joined(&plan, &job, folder.path(), &out).expect("a file");
    fs::remove_file(&out).expect("a file");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(joined(&plan, &job, folder.path(), &out).as_ref(), Ok(&whole)));
        }
    });
    let entries =
        fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().expect("a name")).collect();
    names.sort_unstable();
    assert_eq!(names, [shard_name(0).as_str(), "out", "out.mine.part", "out2.1-22-0.part"]);
}

/// Name of a file to change, its new content (`None` removes it), and the expected error.
type Change<'a> = (&'a str, Option<&'a [u8]>, &'a str);

#[test]
fn wrong_or_missing_shards_are_not_joined() {
    let (job, plan) = (lines(20), plan(20, 4));
    let other = Plan { seed: 4, ..plan.clone() };
    let older = Plan { program: "1.2.2".to_owned(), ..plan.clone() };
    let shards: Vec<_> = (0..4).map(|number| bytes(&plan, number, &job)).collect();
    let cut = &shards[2][..shards[2].len() - 30];
    let text = String::from_utf8(shards[2].clone()).expect("text");
    let damaged = text.replace("line 12", "line 99").into_bytes();
    let long = [&shards[2][..], b"\n"].concat();
    let of_other = bytes(&other, 2, &job);
    let of_older = bytes(&older, 2, &job);
    let wrong = bytes(&plan, 2, &Lines { word: "word", ..lines(20) });
    let changes: [Change; 10] = [
        ("000002.shard", Some(&wrong), "unit 10: found \"word 10"),
        ("000002.shard", None, "shard 2 is missing, expected shards 0 to 3"),
        ("000002.shard", Some(cut), "the shard is cut short before unit 14; expected units 10 to 14"),
        ("000002.shard", Some(b""), "found the end, expected 'plywright-shard 1'"),
        ("000002.shard", Some(&damaged), "unit 12: it is damaged: its checksum is"),
        ("000002.shard", Some(&of_other), "it is a shard of another plan"),
        ("000002.shard", Some(&of_older), "it was made by version 1.2.2, expected 1.2.3"),
        ("000002.shard", Some(&shards[1]), "it is shard 1, as is"),
        ("2.shard", Some(&shards[2]), "it is shard 2, as is"),
        ("000002.shard", Some(&long), "found more text after the last line"),
    ];
    for (name, content, expected) in changes {
        let folder = folder();
        for (number, shard) in shards.iter().enumerate() {
            fs::write(folder.path().join(shard_name(number as u64)), shard).expect("a shard");
        }
        match content {
            Some(content) => fs::write(folder.path().join(name), content).expect("a shard"),
            None => fs::remove_file(folder.path().join(name)).expect("a shard"),
        }
        let error = joined(&plan, &job, folder.path(), &folder.path().join("out")).unwrap_err();
        assert!(error.contains(expected), "{expected}: {error}");
        assert!(!folder.path().join("out").exists(), "{expected}");
    }
    let error = shards_of(&plan, &job).check(1, &shards[2][..]).unwrap_err().to_string();
    assert_eq!(error, "it is shard 2, expected shard 1");
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_of_plans_panic(text in ".{0,300}", from in "[a-z0-9\", :{}]{1,3}", to in ".{0,5}") {
        prop_assert!(Plan::parse(&text).is_err());
        let plan = plan(100, 7).text().expect("a plan");
        let changed = plan.replace(&from, &to);
        prop_assert_eq!(Plan::parse(&changed).is_ok(), changed == plan);
    }

    #[test]
    fn every_changed_byte_of_a_plan_is_noticed(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let text = plan(100, 7).text().expect("a plan");
        let mut bytes = text.clone().into_bytes();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        prop_assert!(Plan::parse(&String::from_utf8_lossy(&bytes)).is_err());
    }

    #[test]
    fn every_damage_of_a_shard_is_noticed(
        at in any::<prop::sample::Index>(), removed in 0..40_usize, added in vec(any::<u8>(), 0..40)
    ) {
        let (job, plan) = (lines(20), plan(20, 3));
        let whole = bytes(&plan, 1, &job);
        let mut damaged = whole.clone();
        let start = at.index(whole.len());
        damaged.splice(start..(start + removed).min(whole.len()), added);
        let is_whole = shards_of(&plan, &job).check(1, &damaged[..]).is_ok();
        prop_assert_eq!(is_whole, damaged == whole);
    }

    #[test]
    fn no_bytes_make_the_reader_of_shards_panic(tail in vec(any::<u8>(), 0..300)) {
        let (job, plan) = (lines(20), plan(20, 3));
        prop_assert!(shards_of(&plan, &job).check(1, &tail[..]).is_err());
        let header = bytes(&plan, 1, &job);
        let header = &header[..=header.iter().position(|byte| *byte == b'\n').expect("a header")];
        prop_assert!(shards_of(&plan, &job).check(1, &[header, &tail].concat()[..]).is_err());
        let unit = [header, b"unit 6 99999999999999999999 00000000\n", &tail].concat();
        prop_assert!(shards_of(&plan, &job).check(1, &unit[..]).is_err());
    }
}
