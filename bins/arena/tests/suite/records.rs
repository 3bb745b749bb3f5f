//! Records are read back as written, errors name their line, and long files are read in constant memory.

use std::io::{BufReader, Cursor, Read};
use std::time::Duration;

use plywright::Side;
use plywright_arena::record::{
    EngineScore, GameRecord, GameResult, Ply, PlyNote, RecordProblem, RecordReader,
};

fn sample(round: usize) -> GameRecord {
    let mut record = GameRecord {
        result: GameResult::Win(Side::Second),
        comment: "A plays an illegal move".to_owned(),
        ..GameRecord::default()
    };
    record.tags.push("Event", "a \"great\" match \\ two");
    record.tags.push("Round", round.to_string());
    record.tags.push("Result", "0-1");
    let score = |score| PlyNote {
        score: Some(score),
        depth: Some(8),
        time: Some(Duration::from_millis(102)),
        ..PlyNote::default()
    };
    let ply = |side, text: &str, note| Ply { side, text: text.to_owned(), note, ..Ply::default() };
    record.plies = vec![
        Ply::book(Side::First, "d6"),
        ply(Side::Second, "0|8|(x)", score(EngineScore::Centi(-35))),
        ply(Side::First, "a1", score(EngineScore::LossIn(3))),
        ply(Side::First, "xb4", PlyNote::default()),
        ply(Side::Second, "4", score(EngineScore::WinIn(1))),
        ply(Side::First, "c4", score(EngineScore::Points(-12))),
    ];
    record
}

fn read(text: &str) -> Vec<Result<GameRecord, String>> {
    RecordReader::new(Cursor::new(text)).map(|record| record.map_err(|error| error.to_string())).collect()
}

#[test]
fn what_is_written_is_read() {
    let mut long = sample(1);
    for number in 0..500 {
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        long.plies.push(Ply { side, text: format!("m{number}"), ..Ply::default() });
    }
    let text = format!("{}{long}", sample(7));
    assert!(
        text.contains("\n1. d6 {book} 1... 0|8|(x) {-0.35/8 0.102s} 2. a1 {-M3/8 0.102s} xb4 2... 4"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.len() <= 100));
    assert_eq!(read(&text), [Ok(sample(7)), Ok(long)]);
}

#[test]
fn records_of_other_programs_are_read() {
    let text = "% escaped\n[Event \"x\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n\
                1.e4 $1 (1. d4 {no (} d5 (1... f5 ((x) {why} 2. c4))) e5 {a remark}\n; rest\n\
                2. Nf3{+0.3/5 0.1s}Nc6 1/2-1/2\n\n\n";
    let records = read(text);
    let record = records[0].as_ref().expect("a record");
    let moves: Vec<_> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
    assert_eq!((moves, record.result), (vec!["e4", "e5", "Nf3", "Nc6"], GameResult::Draw));
    assert_eq!(record.plies[2].note.score, Some(EngineScore::Centi(30)));
    assert_eq!(records.len(), 1);
}

#[test]
fn a_broken_record_names_its_line_and_costs_only_itself() {
    let good = sample(1).to_string();
    let lines = good.lines().count();
    for (broken, line, expected) in [
        ("[Event x]\n\n1. a 1-0\n\n", lines + 1, "is not a tag"),
        ("joho\n\n", lines + 1, "before any tag"),
        ("[Event \"x\"]\n\n1. a {never closed\n\n", lines + 3, "not closed"),
        ("[Event \"x\"]\n\n1. a b\n\n", lines + 5, "without a result"),
        ("[Result \"1-0\"]\n\n1. a 0-1\n\n", lines + 3, "its tag Result"),
    ] {
        let records = read(&format!("{good}{broken}{good}"));
        let errors: Vec<_> = records.iter().filter_map(|record| record.as_ref().err()).collect();
        assert_eq!(errors.len(), 1, "{broken}: {records:?}");
        assert!(
            errors[0].starts_with(&format!("line {line}: ")) && errors[0].contains(expected),
            "{errors:?}"
        );
        assert_eq!(records[0], Ok(sample(1)), "{broken}");
        assert_eq!(records[2], Ok(sample(1)), "{broken}");
    }
    let bytes = [b"[Event \"\xff\"]\n\n1-0\n\n", good.as_bytes()].concat();
    let records: Vec<_> = RecordReader::new(Cursor::new(bytes)).collect();
    assert!(
        records[0].as_ref().is_err_and(|error| error.to_string().contains("line 1: the line is not UTF-8"))
    );
    assert!(records[1].is_ok() && records.len() == 2);
}

/// A file that was cut off at any byte yields its complete records and the offset of their end.
#[test]
fn a_file_that_was_cut_off_keeps_what_is_whole() {
    let text = format!("{}{}", sample(1), sample(2));
    let first = sample(1).to_string().len();
    for end in first..text.len() - 2 {
        let mut reader = RecordReader::new(Cursor::new(&text[..end]));
        let (whole, cut): (Vec<_>, Vec<_>) = reader.by_ref().partition(Result::is_ok);
        assert_eq!(whole.len(), 1, "cut at {end}");
        for error in cut.into_iter().filter_map(Result::err) {
            assert!(matches!(error.problem, RecordProblem::Incomplete(_)), "{error}");
        }
        // The end of the last record may be before or after its empty line.
        assert!((first - 1..=first).contains(&(reader.end_of_last() as usize)));
    }
}

/// An input whose reading fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("unplugged"))
    }
}

#[test]
fn nothing_comes_after_an_input_that_cannot_be_read() {
    let input = Cursor::new("[Event \"x\"]\n\n").chain(Broken);
    let records: Vec<_> = RecordReader::new(BufReader::new(input))
        .take(9)
        .map(|record| record.unwrap_err().to_string())
        .collect();
    assert_eq!(records, ["line 3: cannot read: unplugged"]);
}

/// A million records, generated while they are read.
struct Million {
    record: Vec<u8>,
    left: usize,
    place: usize,
}

impl Read for Million {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.place == self.record.len() {
            self.left -= 1;
            self.place = 0;
        }
        if self.left == 0 {
            return Ok(0);
        }
        let size = buffer.len().min(self.record.len() - self.place);
        buffer[..size].copy_from_slice(&self.record[self.place..self.place + size]);
        self.place += size;
        Ok(size)
    }
}

#[test]
fn a_hundred_thousand_records_are_read_in_a_stream() {
    let records = Million { record: sample(1).to_string().into_bytes(), left: 100_000, place: 0 };
    let reader = RecordReader::new(BufReader::new(records));
    assert_eq!(
        reader.filter(|record| record.as_ref().is_ok_and(|record| record.plies.len() == 6)).count(),
        100_000
    );
}

#[test]
fn comments_stay_with_their_moves() {
    let text = "[Result \"*\"]\n\n1. a {+0.10/3 0.100s} {sharp} b {why} {not} 2. c {at last} *\n\n";
    let record = RecordReader::new(text.as_bytes()).next().expect("a record").expect("a good one");
    let comments: Vec<&str> = record.plies.iter().map(|ply| ply.comment.as_str()).collect();
    assert_eq!(comments, ["sharp", "why not", ""]);
    assert_eq!(record.comment, "at last");
    assert_eq!(record.plies[0].note.depth, Some(3));
    let again =
        RecordReader::new(record.to_string().as_bytes()).next().expect("a record").expect("a good one");
    assert_eq!(again, record);
}

#[test]
fn variations_glyphs_and_comments_survive() {
    let text = "[Result \"*\"]\n\n{before} 1. a? $14 {+0.10/3 0.100s} {weak} (1. b {better} (1. 0|(x)) b) \
                1... c ; to the end\n2. d!? (2. e ; odd\n f) {last} *\n\n";
    let records = read(text);
    let record = records[0].as_ref().expect("a record");
    assert_eq!((record.before.as_str(), record.comment.as_str()), ("before", "last"));
    let plies: Vec<_> = record.plies.iter().map(|ply| [&ply.text, &ply.glyphs, &ply.variations]).collect();
    assert_eq!(
        plies,
        [["a", "$2 $14", "(1. b {better} (1. 0|(x)) b)"], ["c", "", ""], ["d", "$5", "(2. e {odd} f)"]]
    );
    assert_eq!([&record.plies[0].comment, &record.plies[1].comment], ["weak", "to the end"]);
    assert_eq!(read(&record.to_string()), records);
}
